import { type QuickInputButton, QuickInputButtons, window } from "vscode";

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
  /** What is wrong with the text; undefined when it will do. */
  readonly validate: (text: string) => string | undefined;
}

export type Answer = { readonly kind: "text"; readonly text: string } | { readonly kind: "back" };

/** Asks for a line of text; stays open while the person looks something up elsewhere. Undefined when given up. */
export function askText(question: Question): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const box = window.createInputBox();
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
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton((button) => {
      if (button === QuickInputButtons.Back) {
        resolve({ kind: "back" });
        box.hide();
      } else {
        question.button?.press();
      }
    });
    box.onDidAccept(() => {
      box.validationMessage = question.validate(box.value);
      if (box.validationMessage === undefined) {
        resolve({ kind: "text", text: box.value });
        box.hide();
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
