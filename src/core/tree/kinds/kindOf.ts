import type { RowKind } from "../rowKind.ts";
import type { Row, RowOf } from "../rows.ts";
import { allArtifactsKind } from "./allArtifacts.ts";
import { artifactKind } from "./artifact.ts";
import { attachmentKind } from "./attachment.ts";
import { connectionKind } from "./connection.ts";
import { failedKind } from "./failed.ts";
import { groupKind } from "./group.ts";
import { linksKind } from "./links.ts";
import { messageKind } from "./message.ts";
import { moreKind } from "./more.ts";
import { projectKind } from "./project.ts";
import { queryKind } from "./query.ts";
import { reportKind } from "./report.ts";
import { repositoriesKind } from "./repositories.ts";
import { repositoryKind } from "./repository.ts";
import { startKind, suggestionKind } from "./start.ts";
import { trackerKind } from "./tracker.ts";

/** The kind of a row. */
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
