import type { SuggestedConnection } from "../connection/suggestions.ts";

/** Where a suggested connection comes from. */
export function suggestedBy({ from }: Pick<SuggestedConnection, "from">): string {
  return `Suggested by the folder “${from}”.`;
}

/** Asks for a yes to a suggested address, which is in the box. */
export function confirmSuggestion({ from, label }: SuggestedConnection): string {
  return `The folder “${from}” suggests this service, as “${label}”. Go on only if you know the address.`;
}

export const askWhichService = "Which service?";
export const anotherAddress = "Another Address…";

export const getStarted = "Get Started";
export const getStartedDetail = "Shows the first five steps.";
