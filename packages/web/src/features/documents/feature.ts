import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** Documents that people print and send on: what they look like, and which are sent by themselves. */
export const documents: Feature = {
  sections: [
    {
      to: '/monthly-reports',
      label: t('monthlyReport.monthlyReports'),
      area: 'customers',
      about: t('monthlyReport.byMailToChosenPeople'),
      counts: 'reportSchedule',
      screens: [
        {
          path: '',
          label: t('monthlyReport.monthlyReports'),
          resource: 'reportSchedule',
          view: async () => (await import('./reports/schedule-view.tsx')).scheduleView,
        },
      ],
    },
    {
      to: '/system/pdf-templates',
      label: t('documents.pdfTemplates'),
      area: 'system',
      group: 'setup',
      about: t('documents.labelsReportsAndQuotes'),
      counts: 'pdfTemplate',
      takes: { area: 'Documents' },
      screens: [
        {
          path: '',
          label: t('documents.pdfTemplates'),
          resource: 'pdfTemplate',
          hasFrame: true,
          load: async () => (await import('./templates-page.tsx')).TemplatesPage,
        },
        {
          path: 'defaults',
          label: t('documents.defaults'),
          permission: 'pdfTemplate.read',
          hasFrame: true,
          load: async () => (await import('./defaults/defaults-page.tsx')).DefaultsPage,
        },
      ],
    },
  ],
  pages: [
    {
      path: 'customer-reports/$id',
      resource: 'customer',
      load: async () => (await import('./reports/customer-report-page.tsx')).CustomerReportPage,
    },
  ],
}
