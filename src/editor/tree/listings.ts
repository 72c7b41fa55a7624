import { comparisonOf, criteriaOf } from "../../core/artifactFilter.ts";
import type { CatalogService } from "../../core/catalog/ports.ts";
import type { Artifact, Attachment, LinkKind } from "../../core/model/artifact.ts";
import type { Page, ProjectSummary, ReportSummary, TrackerSummary } from "../../core/model/tracker.ts";
import type { ArtifactSummary } from "../../core/remembered.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import type { KnownRepository } from "../../core/svn/pinnedRepositories.ts";
import { Branch, type BranchTexts } from "./branch.ts";
import type {
  AllArtifactsNode,
  ArtifactNode,
  AttachmentNode,
  ConnectionNode,
  GroupNode,
  LinksNode,
  Node,
  ProjectNode,
  QueryNode,
  ReportNode,
  RepositoriesNode,
  TrackerNode,
} from "./nodes.ts";
import type { RowMaker } from "./rowMaker.ts";
import { childOf, type Rows } from "./rows.ts";

/** What the service lists, each list as a branch below the row it belongs to: a kind of row, a route. */
export class Listings {
  readonly #service: (connectionId: string) => Promise<ServiceClient>;
  readonly #catalogOf: (connectionId: string) => CatalogService;
  readonly #rows: Rows;
  readonly #make: RowMaker;

  /** `catalogOf` gives what has names, `service` all else. Both throw for an unknown id. */
  constructor(
    service: (connectionId: string) => Promise<ServiceClient>,
    catalogOf: (connectionId: string) => CatalogService,
    rows: Rows,
    make: RowMaker,
  ) {
    this.#service = service;
    this.#catalogOf = catalogOf;
    this.#rows = rows;
    this.#make = make;
  }

  projects(owner: ConnectionNode): Branch {
    return this.#branch<ProjectSummary>({
      owner,
      read: (_service, offset, signal) => this.#catalogOf(owner.connectionId).listProjects(offset, signal),
      rowOf: (project) => this.#make.project(owner, project),
      texts: {
        empty: "No projects that you may see",
        notListed: {
          short: "Lists nothing: open by number",
          whole: "This service does not list projects. Artifacts open by number, reference or address",
        },
      },
    });
  }

  assigned(owner: GroupNode): Branch {
    return this.#branch<ArtifactSummary>({
      owner,
      read: (service, offset, signal) => service.listOwnArtifacts({ assignedTo: true }, offset, signal),
      // The service gives those that are open, and does not say so of each (test/service/README.md, Projects and
      // people).
      rowOf: (artifact) => this.#make.artifact(owner, { ...artifact, isOpen: artifact.isOpen ?? true }),
      texts: { empty: "Nothing open is assigned to you" },
    });
  }

  query(owner: QueryNode): Branch {
    const { trackerId, query } = owner.query;
    return this.#branch<ArtifactSummary>({
      owner,
      read: (service, offset, signal) =>
        service.listArtifacts(trackerId, offset, pageSizeAt(offset), signal, { expertQuery: query }),
      rowOf: (artifact) => this.#make.artifact(owner, artifact),
      texts: { empty: "No artifacts that you may see" },
    });
  }

  trackers(owner: ProjectNode): Branch {
    const { id, hasTrackers } = owner.project;
    return this.#branch<TrackerSummary>({
      owner,
      read: async (_service, offset, signal) =>
        hasTrackers === false
          ? { items: [] }
          : await this.#catalogOf(owner.connectionId).listTrackers(id, offset, signal),
      rowOf: (tracker) =>
        this.#rows.row<TrackerNode>({ kind: "tracker", ...childOf(owner, `trackers/${tracker.id}`), tracker }),
      texts: { empty: "No trackers that you may see" },
    });
  }

  reports(owner: TrackerNode): Branch {
    return this.#branch<ReportSummary>({
      ...{ id: reportsIdOf(owner), owner },
      read: (_service, offset, signal) =>
        this.#catalogOf(owner.connectionId).listReports(owner.tracker.id, offset, signal),
      rowOf: (report) =>
        this.#rows.row<ReportNode>({
          ...{ kind: "report", ...childOf(owner, `reports/${report.id}`), report },
          tracker: owner.tracker,
        }),
      texts: {},
    });
  }

  artifacts(owner: AllArtifactsNode | TrackerNode): Branch {
    const filter = owner.filter ?? undefined;
    const compare = comparisonOf(filter);
    return this.#branch<ArtifactSummary>({
      owner,
      read: (service, offset, signal) =>
        service.listArtifacts(owner.tracker.id, offset, pageSizeAt(offset), signal, criteriaOf(filter)),
      rowOf: (artifact) => this.#make.artifact(owner, artifact),
      texts: {
        empty:
          filter?.query === undefined ? "No artifacts that you may see" : "No artifacts that the filter lets through",
      },
      ...(compare && {
        compare: (a, b) => (a.kind === "artifact" && b.kind === "artifact" ? compare(a.summary, b.summary) : 0),
      }),
    });
  }

  reportArtifacts(owner: ReportNode): Branch {
    return this.#branch<ArtifactSummary>({
      owner,
      read: (service, offset, signal) => service.listReportArtifacts(owner.report.id, offset, signal),
      rowOf: (artifact) => this.#make.artifact(owner, artifact),
      texts: { empty: "No artifacts that you may see" },
    });
  }

  attachments(owner: ArtifactNode): Branch {
    return this.#attachments(owner, async (service, signal) => {
      const { artifact } = await service.readArtifact(owner.artifactId, signal);
      return artifact;
    });
  }

  /** The attachments of an artifact that was read for another reason. */
  attachmentsOf(owner: ArtifactNode, artifact: Artifact): Branch {
    return this.#attachments(owner, async () => artifact);
  }

  links(owner: ArtifactNode): Branch {
    return this.#branch<LinkKind>({
      ...{ id: linksIdOf(owner), owner },
      read: async (service, _offset, signal) => ({ items: await service.listLinkTypes(owner.artifactId, signal) }),
      rowOf: (link) =>
        this.#rows.row<LinksNode>({
          ...{ kind: "links", ...childOf(owner, `links/${link.direction}/${link.type === "" ? "~" : link.type}`) },
          ...{ link, sourceId: owner.artifactId },
        }),
      texts: {},
    });
  }

  linkedArtifacts(owner: LinksNode): Branch {
    return this.#branch<ArtifactSummary>({
      owner,
      read: (service, offset, signal) => service.listLinkedArtifacts(owner.sourceId, owner.link, offset, signal),
      rowOf: (artifact) => this.#make.artifact(owner, artifact),
      texts: { empty: "No artifacts that you may see" },
    });
  }

  repositories(owner: RepositoriesNode): Branch {
    return this.#branch<KnownRepository>({
      owner,
      read: (service, offset, signal) => service.listRepositories(owner.project.id, offset, signal),
      rowOf: (repository) => this.#make.repository(owner, repository),
      texts: {
        empty: "No SVN repositories that you may see",
        notListed: {
          short: "Not listed by this service",
          whole: "This service does not list SVN repositories",
        },
      },
    });
  }

  #attachments(
    owner: ArtifactNode,
    readArtifact: (service: ServiceClient, signal: AbortSignal) => Promise<Artifact>,
  ): Branch {
    return this.#branch<Attachment>({
      owner,
      read: async (service, _offset, signal) => ({ items: (await readArtifact(service, signal)).attachments }),
      rowOf: (attachment) =>
        this.#rows.row<AttachmentNode>({
          ...{ kind: "attachment", ...childOf(owner, `attachments/${attachment.n}`) },
          ...{ artifactId: owner.artifactId, n: attachment.n, attachment },
        }),
      texts: {},
    });
  }

  #branch<T>({
    id,
    owner,
    read,
    rowOf,
    texts,
    compare,
  }: {
    readonly id?: string;
    readonly owner: Node;
    readonly read: (service: ServiceClient, offset: number, signal: AbortSignal) => Promise<Page<T>>;
    readonly rowOf: (item: T) => Node;
    readonly texts: BranchTexts;
    readonly compare?: (a: Node, b: Node) => number;
  }): Branch {
    return Branch.of<T>(
      {
        ...{ id: id ?? owner.id, owner, rowOf, texts, compare },
        read: async (offset, signal) => await read(await this.#service(owner.connectionId), offset, signal),
      },
      this.#rows,
    );
  }
}

/** Tells the list of a tracker's reports from that of its artifacts, which its row shows where there are none. */
export function reportsIdOf({ id }: TrackerNode): string {
  return `${id}/reports`;
}

/** Tells the list of an artifact's links from that of its attachments. */
export function linksIdOf({ id }: ArtifactNode): string {
  return `${id}/links`;
}

// Each page makes VS Code draw the whole list again, so whoever goes on gets more at once: 100 as the service's default
// (test/service/README.md, Pages), then as many as there are, up to 500.
function pageSizeAt(offset: number): number {
  return Math.min(Math.max(offset, 100), 500);
}
