import { documentCodec } from "../../src/core/codec/documentCodec.ts";
import { type ArtifactDraft, ArtifactPosting } from "../../src/core/draft/draft.ts";
import type { DraftState } from "../../src/core/draft/ports.ts";
import { PostedDraft } from "../../src/core/draft/postedDraft.ts";
import type { DraftStore } from "../../src/core/windows/draftStore.ts";

type Posted = ConstructorParameters<typeof ArtifactPosting>;

/** Makes the draft of an artifact, and what tells how it is sent. `nowMs` gives the time in milliseconds since 1970. */
export function artifactDraft(
  identity: Posted[0],
  service: Posted[2],
  structure: Posted[3],
  store: DraftStore<DraftState>,
  nowMs: () => number,
): { readonly draft: ArtifactDraft; readonly posting: ArtifactPosting } {
  const posting = new ArtifactPosting(identity, () => documentCodec(identity.format), service, structure, nowMs);
  return { draft: new PostedDraft(posting, store, nowMs), posting };
}
