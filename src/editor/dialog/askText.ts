import { type InputBoxValidationMessage, type QuickInputButton, QuickInputButtons } from "vscode";
import { newInputBox } from "./quickInput.ts";

/** What a step of a wizard asks for. */
export interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
  /** A button beside the title, such as a link. */
  readonly button?: QuickInputButton & { readonly press: () => void };
  /** What there is to say of the text before and while it is typed. */
  readonly remark?: (text: string) => InputBoxValidationMessage | undefined;
  /** What is wrong with the text; undefined when it will do. */
  readonly validate: (text: string) => string | undefined | Promise<string | undefined>;
}

type Answer = { readonly kind: "text"; readonly text: string } | { readonly kind: "back" };

/**
 * Asks for a line of text; stays open while the person looks something up elsewhere. Undefined when given up.
 * Throws what `validate` throws.
 */
export function askText(question: Question): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const box = newInputBox();
    box.title = question.title;
    box.prompt = question.prompt;
    box.placeholder = question.placeholder;
    box.value = question.value ?? "";
    box.password = question.isPassword ?? false;
    box.step = question.step;
    box.totalSteps = question.totalSteps;
    box.ignoreFocusOut = true;
    box.buttons = [
      ...(question.canGoBack ? [QuickInputButtons.Back] : []),
      ...(question.button ? [question.button] : []),
    ];
    box.validationMessage = question.remark?.(box.value);
    box.onDidChangeValue((text) => {
      box.validationMessage = question.remark?.(text);
    });
    box.onDidTriggerButton((button) => {
      if (button === QuickInputButtons.Back) {
        resolve({ kind: "back" });
        box.hide();
      } else {
        question.button?.press();
      }
    });
    const accept = async () => {
      const text = box.value;
      const validated = question.validate(text);
      if (validated instanceof Promise) {
        box.busy = true;
        box.enabled = false;
      }
      try {
        box.validationMessage = await validated;
      } finally {
        box.busy = false;
        box.enabled = true;
      }
      if (box.validationMessage === undefined) {
        resolve({ kind: "text", text });
        box.hide();
      }
    };
    box.onDidAccept(() => {
      accept().catch((error: unknown) => {
        reject(error);
        box.hide();
      });
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
