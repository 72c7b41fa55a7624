import type { RowKind } from "./kind.ts";
import { allArtifactsKind } from "./kinds/allArtifacts.ts";
import { artifactKind } from "./kinds/artifact.ts";
import { attachmentKind } from "./kinds/attachment.ts";
import { connectionKind } from "./kinds/connection.ts";
import { failedKind } from "./kinds/failed.ts";
import { groupKind } from "./kinds/group.ts";
import { linksKind } from "./kinds/links.ts";
import { messageKind } from "./kinds/message.ts";
import { moreKind } from "./kinds/more.ts";
import { projectKind } from "./kinds/project.ts";
import { queryKind } from "./kinds/query.ts";
import { reportKind } from "./kinds/report.ts";
import { repositoriesKind } from "./kinds/repositories.ts";
import { repositoryKind } from "./kinds/repository.ts";
import { trackerKind } from "./kinds/tracker.ts";
import type { Row, RowOf } from "./rows.ts";

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
};
