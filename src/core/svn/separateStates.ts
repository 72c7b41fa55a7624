import { isSameJson } from "../field/canonicalJson.ts";
import type { Json } from "../model/json.ts";
import type { SvnSettings } from "../model/svnRepository.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import type { SavedState } from "../workingCopy/savedState.ts";
import type { Settlement } from "../workingCopy/settlement.ts";
import type { SettingsBase } from "./base.ts";
import type { SettingsTypes } from "./settingsTypes.ts";

/** What each document of a repository kept for itself before they shared a working copy. */
export interface SeparateState {
  readonly base: SettingsBase;
  readonly settlement?: Settlement<SettingsTypes>;
  /** Sent, and nobody knows whether it was stored. */
  readonly unanswered?: SvnSettings;
}

/**
 * The state of a working copy whose documents kept states of their own, so that texts which an earlier version left unsaved
 * are checked against what they were made from. Of a document without one that is not known. Undefined when none has one.
 */
export function joinedState(
  states: readonly { readonly document: DocumentKey; readonly state: SeparateState | undefined }[],
): SavedState<SettingsTypes> | undefined {
  const known = states.flatMap(({ document, state }) => (state ? [{ document, ...state }] : []));
  const [first] = known;
  if (!first) {
    return undefined;
  }
  const { base } = first;
  const unanswered = known.flatMap(({ document, base: target, unanswered: change }) =>
    change ? [{ document, target, change }] : [],
  )[0];
  return {
    base,
    settlements: Object.fromEntries(
      known.flatMap(({ document, settlement }) => (settlement ? [[document, settlement]] : [])),
    ),
    shown: Object.fromEntries(
      known.flatMap((each) => (isSameJson(plain(each.base), plain(base)) ? [] : [[each.document, each.base] as const])),
    ),
    unknown: states.flatMap(({ document, state }) => (state ? [] : [document])),
    ...(unanswered && { unanswered }),
  };
}

function plain(base: SettingsBase): Json {
  return base as unknown as Json;
}
