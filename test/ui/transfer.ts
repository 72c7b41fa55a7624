import type { Locator, Page } from "playwright-core";

// What people bring from elsewhere: files that are dropped, pictures of the clipboard.

/** Drops a file at a place of the page; with `shift` VS Code puts it into a text instead of opening it. */
export async function dropFile(
  target: Locator,
  file: { readonly name: string; readonly content: string },
  { shiftKey = false } = {},
): Promise<void> {
  const page = target.page();
  const dataTransfer = await page.evaluateHandle(`(() => {
    const made = new DataTransfer();
    made.items.add(new File([${JSON.stringify(file.content)}], ${JSON.stringify(file.name)}, { type: "text/plain" }));
    return made;
  })()`);
  const box = await target.boundingBox();
  const clientX = (box?.x ?? 0) + 2;
  const clientY = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  for (const event of ["dragenter", "dragover", "drop"]) {
    await target.dispatchEvent(event, { dataTransfer, shiftKey, clientX, clientY });
  }
}

/** Puts a picture into the clipboard, as a tool for screenshots does. */
export async function copyPicture(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(4, 4);
    canvas.getContext("2d").fillRect(0, 0, 4, 4);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  })()`);
}

/** Pastes at the cursor what a page put into the clipboard, by the types it gave. */
export async function pasteAs(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(entries)})) {
      clipboardData.setData(type, text);
    }
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** Drops addresses, as a page does whose link is dragged. */
export async function dropAddresses(target: Locator, ...addresses: readonly string[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const made = new DataTransfer();
    made.setData("text/uri-list", ${JSON.stringify(addresses.join("\r\n"))});
    return made;
  })()`);
  const box = await target.boundingBox();
  const clientX = (box?.x ?? 0) + 20;
  const clientY = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  for (const event of ["dragenter", "dragover", "drop"]) {
    await target.dispatchEvent(event, { dataTransfer, clientX, clientY });
  }
}
