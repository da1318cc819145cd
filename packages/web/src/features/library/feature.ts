import { t } from '@packhouse/messages'
import type { Feature, FeatureSection, Screen } from '../../resource/feature.ts'

/**
 * The machines that are made and sold, what they can pack, their options and documents. Sections are in the order of the menu: what
 * is looked for first comes first, what is set up once comes last.
 */
export const library: Feature = {
  sections: [
    page('machines', t('library.machines'), t('library.modelsSpecsOptionsPrices'), {
      resource: 'libraryMachine',
      load: async () => (await import('./machines/machines-page.tsx')).MachinesPage,
    }),
    {
      to: '/library/compatibility',
      label: t('library.compatibility'),
      area: 'library',
      about: t('library.machinesAgainstStyles'),
      screens: [
        {
          path: '',
          label: t('library.compatibility'),
          permission: 'compatibility.read',
          load: async () => (await import('./matrix/matrix-page.tsx')).MatrixPage,
          hasFrame: true,
        },
        { path: 'answers', label: t('matrix.answers'), resource: 'compatibility' },
      ],
    },
    page('configurator', t('configurator.title'), t('configurator.about'), {
      permission: 'compatibility.read',
      load: async () => (await import('./configurator/configurator-page.tsx')).ConfiguratorPage,
      hasFrame: true,
    }),
    page('styles', t('library.packagingStyles'), t('library.bagsTraysCartonsCases'), {
      resource: 'packagingStyle',
      view: async () => (await import('./style-view.tsx')).styleView,
    }),
    {
      to: '/library/recipes',
      label: t('library.recipes'),
      area: 'library',
      about: t('library.recipesAndStyles'),
      screens: [
        {
          path: '',
          label: t('library.recipes'),
          resource: 'recipeStyle',
          view: async () => (await import('./recipes/recipe-view.ts')).recipeView,
        },
        {
          path: 'without-style',
          label: t('library.recipesWithoutStyle'),
          permission: 'recipeStyle.read',
          load: async () => (await import('./recipes/unmapped-page.tsx')).UnmappedPage,
        },
      ],
    },
    {
      to: '/library/options',
      label: t('library.options'),
      area: 'library',
      about: t('library.definitionsAndTheirChoices'),
      takes: { area: 'Library' },
      screens: [
        { path: 'of-machines', label: t('library.machineOptions'), resource: 'machineOption' },
        {
          path: 'rules',
          label: t('library.optionRules'),
          resource: 'machineOptionRule',
          view: async () => (await import('./rules/rule-view.ts')).ruleView,
        },
        { path: 'definitions', label: t('library.optionDefinitions'), resource: 'optionDefinition' },
      ],
    },
    page('types', t('library.machineTypes'), t('library.fieldsOfEachType'), {
      resource: 'machineType',
      load: async () => (await import('./types/types-page.tsx')).TypesPage,
    }),
    page('tags', t('library.tags'), t('library.wordsThatGroupMachines'), {
      resource: 'libraryTag',
      view: async () => (await import('./tag-view.tsx')).tagView,
    }),
    {
      to: '/library/documents',
      label: t('library.documents'),
      area: 'library',
      about: t('library.manualsDrawingsCertificates'),
      screens: [
        { path: 'of-machines', label: t('library.documents'), resource: 'machineDocument' },
        {
          path: 'paper-requests',
          label: t('library.paperRequests'),
          resource: 'paperRequest',
          view: async () => (await import('./documents/paper-request-view.ts')).paperRequestView,
        },
      ],
    },
  ],
  pages: [
    {
      path: 'library/machines/$id',
      resource: 'libraryMachine',
      load: async () => (await import('./machine/machine-page.tsx')).LibraryMachinePage,
    },
  ],
  actions: [
    { label: t('library.newMachine'), href: '/library/machines?open=new', permission: 'libraryMachine.create' },
    { label: t('library.newType'), href: '/library/types?open=new', permission: 'machineType.create' },
  ],
  moved: {
    '/library/option-definitions': '/library/options/definitions',
    '/library/fields': '/library/types',
    '/library/paper-requests': '/library/documents/paper-requests',
  },
  embedded: { fieldSpec: ({ typeId }) => `/library/types?type=${typeId}` },
  waiting: [
    {
      label: t('library.paperRequestsOpen'),
      act: t('home.send'),
      about: t('library.paperRequestsOpenAbout'),
      permission: 'paperRequest.read',
      list: '/library/documents/paper-requests',
      filter: { state: 'open' },
      resource: 'paperRequest',
      nameOf: ({ number, customer }) => [number, customer].filter(Boolean).join(' '),
      opens: 'open',
    },
  ],
}

/** A page of one screen, with the number of its rows where it lists some. */
function page(path: string, label: string, about: string, screen: Omit<Screen, 'path' | 'label'>): FeatureSection {
  const counts = screen.resource === undefined ? {} : { counts: screen.resource }
  return { to: `/library/${path}`, label, area: 'library', about, ...counts, screens: [{ path: '', label, ...screen }] }
}
