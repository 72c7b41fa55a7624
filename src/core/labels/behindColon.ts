import { t } from "@vscode/l10n";

/** Puts what is said of something behind its name and a colon; `name` may be empty where it stands there already. */
export function behindColon(name: string, said: string): string {
  return t("{name}: {said}", { name, said });
}
