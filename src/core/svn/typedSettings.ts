import { isSameJson } from "../field/sameJson.ts";
import type { Json } from "../model/json.ts";
import type { SvnSettings, WantedRepository } from "../model/svnRepository.ts";
import type { TypedElsewhere } from "../workingCopy/typedElsewhere.ts";
import { asStored } from "./mergeSettings.ts";
import { wholeSettings } from "./repositoryDraft.ts";
import {
  inOrder,
  knownMembers,
  likeText,
  memberNames,
  overlaid,
  type PartKey,
  type ShownSettings,
  type TextSettings,
} from "./settings.ts";
import { settingsRules } from "./settingsRules.ts";
import { parseDraft } from "./settingsText.ts";
import type { SettingsBase, SettingsTypes } from "./settingsTypes.ts";

/** The words that were typed into a draft since its repository was created. */
export interface TypedSettings {
  /** The members that differ and cannot be changed once the repository is there, as the text names them. */
  readonly fixed: readonly string[];
  /** The settings that the repository was created with. */
  readonly sent: SvnSettings;
  /** The settings that the text says. */
  readonly says: TextSettings;
}

/**
 * Tells what `text` says otherwise than `sent`, the text of which the repository `name` has everything; undefined while
 * `text` cannot be read. Where nobody can tell what was sent, it counts as what a new repository has.
 */
export function typedSince(
  { name, text: sent }: { readonly name: string; readonly text: string },
  text: string,
): TypedSettings | undefined {
  const [before, now] = [parseDraft(sent).wanted, parseDraft(text).wanted];
  if (!now) {
    return undefined;
  }
  const fixedOf = ({
    projectId,
    name,
    settings: { layout = [], has_default_permissions: byDefault = true },
  }: WantedRepository) =>
    Object.entries<Json>({ project_id: projectId, name, layout, has_default_permissions: byDefault });
  const there = new Map<string, Json>(before ? fixedOf(before) : [["name", name]]);
  return {
    fixed: fixedOf(now).flatMap(([member, value]) => {
      const was = there.get(member);
      return was !== undefined && !isSameJson(was, value) ? [member] : [];
    }),
    sent: wholeSettings(before?.settings ?? {}),
    says: knownMembers<TextSettings>(now.settings, memberNames),
  };
}

/** Gives the words that were typed into the draft of a repository that has `base` now. */
export function typedWords({ sent, says }: TypedSettings, base: SettingsBase): TypedElsewhere<SettingsTypes> {
  const over = overlaid(base.settings, likeText(asStored(sent, base.settings), says));
  return { mine: says, over: { ...base, settings: over } };
}

/** Gives the settings `said` with the typed words about the parts `taken`. */
export function withWords(
  said: ShownSettings,
  { mine, over }: TypedElsewhere<SettingsTypes>,
  taken: readonly PartKey[],
): ShownSettings {
  const of = (text: TextSettings): SettingsBase => ({ ...over, settings: overlaid(over.settings, text) });
  const words = of(mine);
  const made = taken.reduce((made, key) => settingsRules.withPart(made, words, key) ?? made, of(said));
  return taken.length === 0 ? said : { ...said, ...inOrder(settingsRules.textOf(made)) };
}
