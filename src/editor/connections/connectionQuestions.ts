import { type QuickPickItem, ThemeIcon } from "vscode";
import { isSendable } from "../../core/connection/accessKey.ts";
import { originOf, readAddress } from "../../core/connection/address.ts";
import type { Connection } from "../../core/model/connection.ts";
import {
  addressPrompt,
  addSecondConnection,
  addSecondConnectionDetail,
  addTitle,
  alreadyConnected,
  keyProblem,
  keyPrompt,
  keyTitle,
  labelIsMissing,
  labelPrompt,
  makeKeyInBrowser,
  replaceKeyDetail,
  replaceKeyOf,
} from "../../core/sentences/connectionCommands.ts";
import { addressProblems } from "../../core/sentences/connections.ts";
import { askText, type Question } from "../dialog/askText.ts";
import { openPage } from "../dialog/handOut.ts";
import { askQuickPick } from "../dialog/quickInput.ts";

/** Asks for the base address of a service, as the first step of three; undefined when the person gave up. */
export async function askAddress(value: string): Promise<string | undefined> {
  const answer = await askText({
    title: addTitle,
    prompt: addressPrompt,
    placeholder: "https://tracker.example",
    value,
    step: 1,
    totalSteps: 3,
    validate: (text) => {
      const address = readAddress(text);
      return address.kind === "problem" ? addressProblems[address.problem] : undefined;
    },
  });
  const address = answer?.kind === "text" ? readAddress(answer.text) : undefined;
  return address?.kind === "address" ? address.url : undefined;
}

/** Asks for the name of a connection, as the second step of three. */
export function askLabel(value: string) {
  return askText({
    title: addTitle,
    prompt: labelPrompt,
    value,
    step: 2,
    totalSteps: 3,
    canGoBack: true,
    validate: (text) => (text.trim() === "" ? labelIsMissing : undefined),
  });
}

/** Asks for the key of a connection to `url`, as the last step of three. */
export function askNewKey(url: string, label: string, value: string) {
  return askText({ ...keyQuestion(url, label), value, step: 3, totalSteps: 3, canGoBack: true });
}

/** Asks for the key of a connection; undefined when the person gave up. */
export async function askKey(connection: Connection, value = ""): Promise<string | undefined> {
  const answer = await askText({ ...keyQuestion(connection.url, connection.label), value });
  return answer?.kind === "text" ? answer.text.trim() : undefined;
}

function keyQuestion(url: string, label: string): Question {
  const page = `${originOf(url)}/account/keys-tokens`;
  return {
    title: keyTitle(label),
    prompt: keyPrompt(page),
    placeholder: "tlp-k1-…",
    isPassword: true,
    button: {
      iconPath: new ThemeIcon("link-external"),
      tooltip: makeKeyInBrowser,
      press: () => void openPage(page),
    },
    validate: (text) => keyProblemIn(text.trim()),
  };
}

/** What is wrong with a key, as far as that can be seen here. */
export function keyProblemIn(key: string): string | undefined {
  if (key === "") {
    return keyProblem("empty");
  }
  return isSendable(key) ? undefined : keyProblem("characters");
}

/** What to do with an address that a connection has already. */
type ExistingChoice = "replaceKey" | "addAnother";

/** Asks what is meant by connecting to the address of `existing` again; undefined when the person gave up. */
export async function askAboutExisting(existing: Connection): Promise<ExistingChoice | undefined> {
  const items: readonly (QuickPickItem & { readonly choice: ExistingChoice })[] = [
    {
      label: replaceKeyOf(existing.label),
      iconPath: new ThemeIcon("key"),
      detail: replaceKeyDetail,
      choice: "replaceKey",
    },
    {
      label: addSecondConnection,
      iconPath: new ThemeIcon("add"),
      detail: addSecondConnectionDetail,
      choice: "addAnother",
    },
  ];
  const picked = await askQuickPick(items, {
    title: addTitle,
    placeHolder: alreadyConnected(existing),
    ignoreFocusOut: true,
  });
  return picked?.choice;
}
