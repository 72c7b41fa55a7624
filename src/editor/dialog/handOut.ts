import { env, Uri } from "vscode";
import { webPage } from "../../core/attachments/attachmentContent.ts";
import { onOneLine } from "../../core/util/plainLabel.ts";

/** Puts words into the clipboard as one line: a terminal runs line by line what is pasted into it. */
export async function copyLine(words: string): Promise<void> {
  await env.clipboard.writeText(onOneLine(words));
}

/** Puts a text of the extension into the clipboard as it is. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
}

/** Opens a page in the browser. It opens nothing but a page of the web, whatever the address names. */
export async function openPage(address: string): Promise<void> {
  const page = webPage(address);
  if (page !== undefined) {
    await env.openExternal(Uri.parse(page, true));
  }
}
