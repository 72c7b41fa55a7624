import type { Fix } from "../language/fix.ts";

/** What a quick fix is called. */
export function quickFix(about: Fix["about"]): string {
  switch (about.kind) {
    case "useField":
    case "useOption":
      return `Use ${about.id} (“${about.label}”)`;
    case "useLabel":
      return `Use the Label “${about.label}”`;
    case "splitLabel":
      return about.count === 1 ? "Leave Out the Comma" : `Make ${about.count} Values of It`;
    case "removeEntry":
      return `Remove This Entry of “${about.label}”`;
    case "removeMember":
      return `Remove “${about.name}”`;
    case "removeLink":
      return "Remove This Link";
    case "makeText":
      return "Make It a Text";
    case "makeList":
      return "Make It a List";
  }
}

/** Above an entry, which says what it is about. */
export const useMineHere = "Use Mine";
export const useTheirsHere = "Use Theirs";

/** `field` by its label, or its id. */
export function useMine(field: string | number): string {
  return `Use Mine for “${field}”`;
}

export function useTheirs(field: string | number): string {
  return `Use Theirs for “${field}”`;
}
