import {
  itemMasters,
  orderedMachines,
  projectCommissioning,
  projectDeliveries,
  projectItems,
  projectMedia,
  projectOptionalExtras,
  projectRoles,
  projectRoleTypes,
  projects,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { approvalHandlers } from './approvals/approval.actions.ts'
import { ProjectApprovals } from './approvals/project-approvals.ts'
import { boardHandlers } from './board/board.actions.ts'
import { weightedTotal } from './board/weighted-total.ts'
import { ProjectChanges } from './changes/project-changes.ts'
import { itemHandlers } from './items/item.actions.ts'
import { inCategories, itemPricesOfToday } from './items/items.policy.ts'
import { liveHandlers } from './live/live.actions.ts'
import { ProjectStream } from './live/project-stream.ts'
import { lockHandlers } from './lock/lock.actions.ts'
import { ProjectLocks } from './lock/project-locks.ts'
import { peopleHandlers } from './people/people.actions.ts'
import { priceChangedProjects } from './pricing/price-changed-projects.ts'
import { acceptedBeforeHandlers } from './quote/accepted-before.ts'
import { myQuoteHandlers } from './quote/my-quote.actions.ts'
import { publicQuoteHandlers } from './quote/public-quote.actions.ts'
import { quoteLinkHandlers } from './quote/quote-link.actions.ts'
import { QuoteMails } from './quote/quote-mails.ts'
import { QuoteMedia } from './quote/quote-media.ts'
import { QuoteMoments } from './quote/quote-moments.ts'
import { quotePreviewHandlers } from './quote/quote-preview.ts'
import { QuoteProofs } from './quote/quote-proofs.ts'
import { QuoteVisits } from './quote/quote-visits.ts'
import { ProjectRefreshes } from './refresh/project-refresh.ts'
import { copyHandlers } from './states/copy.actions.ts'
import { ProjectCopies } from './states/project-copies.ts'
import { projectGuards } from './states/project-guards.ts'
import { ProjectVersions } from './versions/project-versions.ts'
import { versionedHandlers, versionHandlers } from './versions/version.actions.ts'
import { projectVersionFactsOf } from './versions/version-facts.ts'

export { readCurrency } from './pricing/price-changed-projects.ts'
export { customerContent } from './quote/customer-content.ts'
export { hashToken, newToken } from './quote/link-token.ts'
export { sentTo } from './quote/my-quote.actions.ts'
export { optionsOf, planOf } from './quote/ordered-machines.ts'
export { type QuoteDocument, quoteDocumentOfProject, quoteDocumentOfToken } from './quote/quote-document.ts'
export type { QuoteMedia, QuotePicture } from './quote/quote-media.ts'
export type { QuoteMoment } from './quote/quote-moments.ts'
export type { QuoteProof } from './quote/quote-proofs.ts'
export type { QuoteVisits } from './quote/quote-visits.ts'
export { quotedProjectSchema } from './quote/quoted-project.ts'
export { offeredHash, pricedQuote, shownText } from './quote/shown-quote.ts'
export { writeChoices } from './quote/take-choices.ts'
export { existing as existingRate, readNewestRates } from './refresh/catalogue-lines.ts'
export { holdBriefly } from './states/hold-briefly.ts'
export { projectVersionFactsOf } from './versions/version-facts.ts'
export { contentHash } from './versions/whole-project.ts'

const parts = [projectItems, projectOptionalExtras, projectDeliveries, projectCommissioning, projectMedia]
const ofProject = sql`may_see_cost(project_id)`

/** The fields of a request that make a sum too big. */
const summedFields: Readonly<Record<string, readonly string[]>> = {
  [projects.name]: ['items', 'discountValue'],
  [projectItems.name]: ['quantity', 'unitPrice'],
  [projectOptionalExtras.name]: ['quantity', 'unitPrice'],
  [projectDeliveries.name]: ['price'],
  [projectCommissioning.name]: ['days', 'dayRate', 'travel', 'accommodation'],
}

const PICTURE_CACHE_BYTES = 16 * 1024 * 1024

/** Projects and quotes, the catalogue of items, and who takes part. */
export const estimator = defineArea({
  name: 'estimator',
  computed: {
    itemMaster: itemPricesOfToday,
    projectItem: {
      code: sql`coalesce((SELECT m.code FROM item_master m WHERE m.id = master_id),
        (SELECT l.model FROM library_machine l WHERE l.id = library_machine_id))`,
    },
    projectOptionalExtra: { code: sql`(SELECT m.code FROM item_master m WHERE m.id = master_id)` },
    [projects.name]: {
      status: sql`project_state(project.status, project.valid_until, project.location_id, project.customer_id)`,
      weightedTotal: sql`trim_scale(${weightedTotal})::text`,
    },
    projectRole: {
      person: sql`(SELECT trim(u.first_name || ' ' || u.last_name) FROM user_account u WHERE u.id = user_id)`,
    },
  },
  filters: { itemMaster: { categoryId: inCategories } },
  disclosed: {
    ...Object.fromEntries(parts.map(({ name }) => [name, ofProject])),
    [projects.name]: sql`may_see_cost(project.id)`,
    [itemMasters.name]: sql`may_see_cost(NULL)`,
  },
  afterChanges: Object.fromEntries(
    [projects, ...parts].map(({ name }) => [name, (db) => priceChangedProjects(db, summedFields[name])]),
  ),
  guards: { [projects.name]: projectGuards },
  versionFacts: { [projects.name]: projectVersionFactsOf },
  create({ storeOf, database, signals, settings, files, log, config, metrics, rates, refusals }, use) {
    const { publicUrl, publicPages } = config
    const maker = () => settings.maker
    const { mail, authenticator } = use(access)
    const store = storeOf(projects)
    const locks = new ProjectLocks(store)
    metrics.total('packhouse_lock_takeovers_total', 'Edit locks taken from who held them', () => locks.takeovers)
    const proofs = new QuoteProofs()
    const versions = new ProjectVersions(store, proofs)
    const stream = new ProjectStream(database, signals, log)
    const visits = new QuoteVisits(rates, refusals, publicPages)
    const mails = new QuoteMails({ mail, publicUrl, maker })
    const moments = new QuoteMoments()
    const images = { queue: config.library.images.queue, cacheBytes: PICTURE_CACHE_BYTES }
    const media = new QuoteMedia(database.system, { files, limits: images, refusals })
    const quotes = {
      moments,
      proofs,
      database,
      projects: store,
      orderedMachines: storeOf(orderedMachines),
      mails,
      visits,
      rates,
      media,
      maker,
    }
    return {
      provides: { visits, moments, proofs, media },
      handlers: {
        ...lockHandlers(locks),
        ...liveHandlers({ locks, stream, authenticate: authenticator.authenticate }),
        ...new ProjectChanges(storeOf).handlers,
        ...new ProjectRefreshes(store, storeOf(projectItems), versions).handlers,
        ...itemHandlers(storeOf(itemMasters)),
        ...boardHandlers(store),
        ...peopleHandlers({ projects: store, roles: storeOf(projectRoles), types: storeOf(projectRoleTypes) }),
        ...versionHandlers(versions),
        ...versionedHandlers(versions),
        ...copyHandlers(new ProjectCopies(store, versions, files)),
        ...approvalHandlers(new ProjectApprovals(store)),
        ...quoteLinkHandlers(quotes),
        ...quotePreviewHandlers(quotes),
        ...publicQuoteHandlers(quotes),
        ...myQuoteHandlers(database, media),
        ...acceptedBeforeHandlers(quotes),
      },
      services: [{ runsOn: ['api'], start: () => stream.start(), stop: () => stream.stop() }],
    }
  },
})
