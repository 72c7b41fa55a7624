import { type InputBox, type InputBoxValidationMessage, QuickInputButtons } from "vscode";
import { newInputBox, type PageLink } from "./quickInput.ts";

/** Tells what a step of a wizard asks for. */
export interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
  /** A link that stands behind the prompt. */
  readonly link?: PageLink;
  /**
   * Gives a remark about the text, before and while it is typed. The signal aborts when the text changes, and a remark
   * that comes later is not shown.
   */
  readonly remark?: (text: string, signal: AbortSignal) => Remark | Promise<Remark>;
  /**
   * Tells what is wrong with the text; undefined when it will do. An answer that comes once the signal has aborted
   * counts for nothing.
   */
  readonly validate: (text: string, signal: AbortSignal) => string | undefined | Promise<string | undefined>;
}

/** A remark about a text, or none. */
export type Remark = InputBoxValidationMessage | undefined;

type Answer = { readonly kind: "text"; readonly text: string } | { readonly kind: "back" };

/**
 * Asks for a line of text; the box stays open while the person looks something up elsewhere. Gives undefined when the
 * person gave up. Throws what `remark` and `validate` throw.
 */
export function askText(question: Question): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const box = boxFor(question);
    let thinking = new AbortController();
    const finish = (end: () => void) => {
      end();
      box.hide();
    };
    /** Runs `about` with the text that is there now, and drops what came of the text before. */
    const think = (about: (text: string, signal: AbortSignal) => Promise<void>) => {
      thinking.abort();
      thinking = new AbortController();
      const { signal } = thinking;
      about(box.value, signal).then(
        () => {
          if (!signal.aborted) {
            box.busy = false;
          }
        },
        (error: unknown) => !signal.aborted && finish(() => reject(error)),
      );
    };
    const remark = async (text: string, signal: AbortSignal) => {
      box.busy = false;
      const said = question.remark?.(text, signal);
      box.validationMessage = said instanceof Promise ? undefined : said;
      const later = await said;
      if (!signal.aborted) {
        box.validationMessage = later;
      }
    };
    const accept = async (text: string, signal: AbortSignal) => {
      const wrong = question.validate(text, signal);
      box.busy = wrong instanceof Promise;
      const problem = await wrong;
      if (signal.aborted) {
        return;
      }
      box.validationMessage = problem;
      if (problem === undefined) {
        finish(() => resolve({ kind: "text", text }));
      }
    };
    box.onDidChangeValue(() => think(remark));
    box.onDidAccept(() => think(accept));
    box.onDidTriggerButton(() => finish(() => resolve({ kind: "back" })));
    box.onDidHide(() => {
      thinking.abort();
      resolve(undefined);
      box.dispose();
    });
    think(remark);
    box.show();
  });
}

function boxFor(question: Question): InputBox {
  const box = newInputBox(question.link);
  box.title = question.title;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value ?? "";
  box.password = question.isPassword ?? false;
  box.step = question.step;
  box.totalSteps = question.totalSteps;
  box.ignoreFocusOut = true;
  box.buttons = question.canGoBack ? [QuickInputButtons.Back] : [];
  return box;
}
