import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** What customers see of their quotes in the product; the page of a link has an address of its own. */
export const quote: Feature = {
  sections: [
    {
      to: '/quotes',
      label: t('myQuotes.title'),
      area: 'machines',
      about: t('myQuotes.about'),
      forCustomers: t('myQuotes.title'),
      isOfCustomers: true,
      permission: 'customer.access',
      hasSomething: async () => (await import('./has-quotes.ts')).hasQuotes,
      screens: [
        {
          path: '',
          label: t('myQuotes.title'),
          permission: 'customer.access',
          load: async () => (await import('./my-quotes-page.tsx')).MyQuotesPage,
          hasFrame: true,
        },
      ],
    },
  ],
  panels: {
    project: async () => [
      {
        name: 'quotePreview',
        permission: 'project.read',
        Panel: (await import('./quote-preview.tsx')).QuotePreview,
      },
    ],
  },
}
