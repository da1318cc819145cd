import { pdfTemplates, projects, reportSchedules } from '@packhouse/contract'
import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { DrawnImages } from '../engine/pictures/drawn-images.ts'
import { estimator } from '../estimator/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { installationLocale } from '../platform/language.ts'
import { sentence } from '../platform/sentence.ts'
import { companyLetterhead } from './company-letterhead.ts'
import { CompanyPages } from './company-pages.ts'
import { registerDocumentMetrics } from './document-metrics.ts'
import { generateHandlers } from './generate/generate.actions.ts'
import { KeptDocuments } from './generate/kept-documents.ts'
import { PdfJobs } from './generate/pdf-jobs.ts'
import { healthHandlers } from './health.actions.ts'
import { quotePdfHandlers } from './quotes/quote-pdf.actions.ts'
import { quoteProof } from './quotes/quote-proof.ts'
import { settleTemplate } from './quotes/quote-templates.ts'
import { ReadQueue } from './read-queue.ts'
import { RenderPool } from './render/render-pool.ts'
import { RenderStatistics } from './render-statistics.ts'
import { Renderer } from './renderer.ts'
import { registerOneClick } from './schedules/one-click-route.ts'
import { ReportMails } from './schedules/report-mails.ts'
import { ReportRuns } from './schedules/report-runs.ts'
import { scheduleComputedFields, scheduleHandlers } from './schedules/schedule.actions.ts'
import { subscriptionHandlers } from './schedules/subscriptions.ts'
import { forgetOldShiftReports } from './shift-reports/due-shifts.queries.ts'
import { ShiftReports } from './shift-reports/shift-reports.ts'
import { shiftSubscriptionHandlers } from './shift-reports/shift-subscriptions.ts'
import { alarmReportSource } from './sources/alarm-report.ts'
import { auditSource } from './sources/audit.ts'
import { customerReportSource } from './sources/customer-report.ts'
import { dataSheetSource } from './sources/data-sheet.ts'
import type { DocumentSources } from './sources/document-source.ts'
import { labelSource } from './sources/label.ts'
import { machineReportSource } from './sources/machine-report.ts'
import { promiseReportSource } from './sources/promise-report.ts'
import { orderConfirmationSource, quoteSource } from './sources/quote.ts'
import { serviceReportSource } from './sources/service-report.ts'
import { seedTemplates } from './standard/seed-templates.ts'
import { previewHandlers } from './templates/preview.actions.ts'
import { templateHandlers } from './templates/template.actions.ts'
import { templateComputedFields } from './templates/template-versions.ts'

export type { CompanyPage, CompanyPages } from './company-pages.ts'
export { giveLetterhead } from './standard/give-letterhead.ts'
export { Written } from './written.ts'

/** A report is asked for again within minutes, if at all. */
const PICTURE_CACHE_BYTES = 8 * 1024 * 1024
/** A compiler does not give back what it has taken: its process is replaced after so many documents. */
const DOCUMENTS_PER_PROCESS = 200
const REMOVE_EVERY_MS = 60 * 60_000
const SEND_EVERY_MS = 60_000

/** Documents that people print and send on, rendered by Typst. */
export const documents = defineArea({
  name: 'documents',
  computed: { ...scheduleComputedFields, ...templateComputedFields },
  seed: ({ database }) => seedTemplates(database.system),
  create({ config, database, files, log, metrics, refusals, settings, storeOf }, use) {
    const { pages, waitMs, mailBytes: _mailBytes, ...limits } = config.documents
    const { publicUrl } = config
    const pool = new RenderPool({ ...limits, documentsPerProcess: DOCUMENTS_PER_PROCESS })
    const statistics = new RenderStatistics()
    const measure = registerDocumentMetrics(metrics, pool)
    const renderer = new Renderer({ pool, reads: new ReadQueue(limits), statistics, pages, refusals, measure })
    const jobs = new PdfJobs(database.system, log)
    const kept = new KeptDocuments(storeOf, files)
    const { telemetry } = use(monitoring)
    const { visits, moments, proofs, media } = use(estimator)
    const quotes = { database, projects: storeOf(projects), media }
    const drawing = { queue: config.library.images.queue, cacheBytes: PICTURE_CACHE_BYTES }
    const images = new DrawnImages({ files, limits: drawing, refusals })
    const sources: DocumentSources = {
      label: labelSource({ database, telemetry, publicUrl }),
      serviceReport: serviceReportSource({ database, telemetry }),
      alarmReport: alarmReportSource({ database, telemetry }),
      audit: auditSource(storeOf),
      customerReport: customerReportSource({ database, telemetry }),
      machineReport: machineReportSource({ database, telemetry }),
      promiseReport: promiseReportSource({ database, telemetry, images }),
      quote: quoteSource(quotes),
      orderConfirmation: orderConfirmationSource(quotes),
      dataSheet: dataSheetSource({ database, telemetry }),
    }
    const db = database.system
    const company = companyLetterhead(settings)
    const designed = { templates: storeOf(pdfTemplates), files, renderer, sources, company }
    moments.listen((transaction, { language, ...version }) =>
      settleTemplate(transaction, { ...version, locale: language ?? installationLocale() }),
    )
    proofs.make(quoteProof({ db, renderer, media, publicUrl, company }))
    const { mail } = use(access)
    const mails = new ReportMails({ db, mail, renderer, sources, kept, company, publicUrl, settings })
    const shiftReports = new ShiftReports({ db, database, telemetry, log, mail, publicUrl, settings })
    const runs = new ReportRuns({ db, log, mails, publicUrl })
    return {
      provides: { companyPages: new CompanyPages(db, renderer, company) },
      handlers: {
        ...healthHandlers({ pool, statistics }),
        ...templateHandlers(designed),
        ...previewHandlers(designed),
        ...generateHandlers({ db, renderer, sources, jobs, kept, company, waitMs }),
        ...scheduleHandlers({ db, schedules: storeOf(reportSchedules), mails, refusals, settings }),
        ...subscriptionHandlers(db),
        ...shiftSubscriptionHandlers({ database, telemetry }),
        ...quotePdfHandlers({ db, renderer, visits, media, publicUrl, company }),
      },
      services: [{ runsOn: ['api', 'worker'], stop: () => pool.stop() }],
      jobs: [
        { name: sentence`Remove old documents`, everyMs: REMOVE_EVERY_MS, run: () => jobs.removeOld() },
        {
          name: sentence`Send monthly reports`,
          everyMs: SEND_EVERY_MS,
          run: (signal: AbortSignal) => runs.run(signal),
        },
        {
          name: sentence`Send reports of shifts`,
          everyMs: SEND_EVERY_MS,
          run: (signal: AbortSignal) => shiftReports.run(signal),
        },
        {
          name: sentence`Remove old reports of shifts`,
          everyMs: REMOVE_EVERY_MS,
          run: () => forgetOldShiftReports(db),
        },
      ],
      routes: async (app) => registerOneClick(app, db),
    }
  },
})
