import { InputBoxValidationSeverity, type QuickPickItem, ThemeIcon } from "vscode";
import { isSendable } from "../../core/connection/accessKey.ts";
import { isInsecure, originOf, readAddress } from "../../core/connection/address.ts";
import type { SuggestedConnection } from "../../core/connection/suggestions.ts";
import type { Connection } from "../../core/model/connection.ts";
import { answersThere, failedCheck } from "../../core/sentences/connectionChecks.ts";
import {
  addressPrompt,
  addSecondConnection,
  addSecondConnectionDetail,
  addTitle,
  alreadyConnected,
  keyProblem,
  keyPrompt,
  keyTitle,
  makeKeyInBrowser,
  nameIsMissing,
  namePrompt,
  renameTitle,
  replaceKeyDetail,
  replaceKeyOf,
} from "../../core/sentences/connectionCommands.ts";
import {
  addressProblems,
  anotherAddress,
  askWhichService,
  confirmSuggestion,
  suggestedBy,
} from "../../core/sentences/connections.ts";
import type { AddressCheck } from "../../core/service/serviceClient.ts";
import { pause } from "../../core/util/after.ts";
import { askText, type Question, type Remark } from "../dialog/askText.ts";
import { askQuickPick } from "../dialog/quickInput.ts";

/** Asks an address that is not stored what answers there, without a key. */
export type CheckAddress = (url: string, signal: AbortSignal) => Promise<AddressCheck>;

/**
 * Asks for the base address of a service, as the first step of two; undefined when the person gave up. Once the person
 * pauses, the address is asked what it is, and it has to answer when it is given. Nothing is asked of the address that
 * the box begins with, nor of one without encryption, to which the person has not said yes yet. Where there is a
 * suggestion, nothing is asked while the address is typed, since anybody may have made its folder.
 */
export async function askAddress(
  value: string,
  check: CheckAddress,
  suggestion?: SuggestedConnection,
): Promise<string | undefined> {
  let answering = "";
  const checked = async (url: string, signal: AbortSignal) => {
    const found = await check(url, signal);
    answering = found.kind === "answers" ? url : answering;
    return found;
  };
  const answer = await askText({
    title: addTitle,
    prompt: suggestion ? confirmSuggestion(suggestion) : addressPrompt,
    placeholder: "https://tracker.example",
    value,
    step: 1,
    totalSteps: 2,
    remark: (text, signal) => (suggestion || text === value ? undefined : remarkOnAddress(text, checked, signal)),
    validate: async (text, signal) => {
      const address = readAddress(text);
      if (address.kind === "problem") {
        return addressProblems[address.problem];
      }
      if (address.url === answering || isInsecure(new URL(address.url))) {
        return undefined;
      }
      const found = await checked(address.url, signal);
      return found.kind === "failed" ? failedCheck(found, address.url) : undefined;
    },
  });
  const address = answer?.kind === "text" ? readAddress(answer.text) : undefined;
  return address?.kind === "address" ? address.url : undefined;
}

/** Asks which of `suggestions` is to be connected, or another service; undefined when the person gave up. */
export async function askSuggestion(
  suggestions: readonly SuggestedConnection[],
): Promise<SuggestedConnection | "another" | undefined> {
  if (suggestions.length === 0) {
    return "another";
  }
  const items: readonly (QuickPickItem & { readonly choice: SuggestedConnection | "another" })[] = [
    ...suggestions.map((choice) => ({
      label: choice.label,
      description: choice.url,
      detail: suggestedBy(choice),
      iconPath: new ThemeIcon("server"),
      choice,
    })),
    { label: anotherAddress, iconPath: new ThemeIcon("add"), choice: "another" },
  ];
  const picked = await askQuickPick(items, { title: addTitle, placeHolder: askWhichService, ignoreFocusOut: true });
  return picked?.choice;
}

/** Says what answers at the address, once the person has stopped typing it. */
async function remarkOnAddress(text: string, check: CheckAddress, signal: AbortSignal): Promise<Remark> {
  const address = readAddress(text);
  await pause(typingPauseMs, signal);
  if (signal.aborted || address.kind === "problem" || isInsecure(new URL(address.url))) {
    return undefined;
  }
  const found = await check(address.url, signal);
  return found.kind === "answers"
    ? { message: answersThere(found, address.url), severity: InputBoxValidationSeverity.Info }
    : { message: failedCheck(found, address.url), severity: InputBoxValidationSeverity.Warning };
}

/** The pause is long enough that no address is asked that is half typed. */
const typingPauseMs = 700;

/** Asks for the name of a connection; undefined when the person gave up. */
export async function askName(connection: Connection): Promise<string | undefined> {
  const answer = await askText({
    title: renameTitle(connection),
    prompt: namePrompt,
    value: connection.label,
    validate: (text) => (text.trim() === "" ? nameIsMissing : undefined),
  });
  return answer?.kind === "text" ? answer.text : undefined;
}

/** Asks for the key of a connection that is added, as the last step of two. */
export function askNewKey(connection: Connection, value: string) {
  return askText({ ...keyQuestion(connection), value, step: 2, totalSteps: 2, canGoBack: true });
}

/** Asks for the key of a connection; undefined when the person gave up. */
export async function askKey(connection: Connection, value = ""): Promise<string | undefined> {
  const answer = await askText({ ...keyQuestion(connection), value });
  return answer?.kind === "text" ? answer.text.trim() : undefined;
}

function keyQuestion({ url, label }: Connection): Question {
  return {
    title: keyTitle(label),
    prompt: keyPrompt,
    placeholder: "tlp-k1-…",
    isPassword: true,
    link: { label: makeKeyInBrowser, page: `${originOf(url)}/account/keys-tokens` },
    validate: (text) => keyProblemIn(text.trim()),
  };
}

/** Tells what is wrong with a key, as far as that can be seen here. */
export function keyProblemIn(key: string): string | undefined {
  if (key === "") {
    return keyProblem("empty");
  }
  return isSendable(key) ? undefined : keyProblem("characters");
}

/** Tells what to do with an address that a connection has already. */
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
