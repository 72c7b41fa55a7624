import type { RowKind } from "../rowKind.ts";
import type { Row, RowOf } from "../rows.ts";
import { artifactKind, attachmentKind } from "./artifact.ts";
import { allArtifactsKind, linksKind, queryKind, reportKind } from "./artifactLists.ts";
import { connectionKind } from "./connection.ts";
import { failedKind, messageKind } from "./failed.ts";
import { groupKind } from "./group.ts";
import { moreKind } from "./more.ts";
import { projectKind } from "./project.ts";
import { repositoriesKind, repositoryKind } from "./repositories.ts";
import { startKind, suggestionKind } from "./start.ts";
import { trackerKind } from "./tracker.ts";

/** Gives the kind of a row. */
export function kindOf<R extends Row>({ kind }: R): RowKind<R> {
  return kinds[kind] as unknown as RowKind<R>;
}

const kinds: { readonly [K in Row["kind"]]: RowKind<RowOf<K>> } = {
  connection: connectionKind,
  group: groupKind,
  query: queryKind,
  project: projectKind,
  tracker: trackerKind,
  allArtifacts: allArtifactsKind,
  report: reportKind,
  artifact: artifactKind,
  attachment: attachmentKind,
  links: linksKind,
  repositories: repositoriesKind,
  repository: repositoryKind,
  more: moreKind,
  failed: failedKind,
  message: messageKind,
  suggestion: suggestionKind,
  start: startKind,
};
