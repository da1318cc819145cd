import { t } from '@packhouse/messages'
import type { EmbeddedAddress, Feature } from '../../resource/feature.ts'

/** Parts of a project are shown on its page. */
const ofProject: EmbeddedAddress = ({ projectId }) => `/estimator/projects/${projectId}`

export const estimator: Feature = {
  sections: [
    {
      to: '/estimator/projects',
      label: t('estimator.projects'),
      area: 'estimator',
      about: t('estimator.quotesFromQuestionToOrder'),
      counts: 'project',
      screens: [
        {
          path: '',
          label: t('estimator.projects'),
          resource: 'project',
          view: async () => ({ page: ({ id }) => `/estimator/projects/${id}` }),
          load: async () => (await import('./board/projects-page.tsx')).ProjectsPage,
        },
      ],
    },
    {
      to: '/estimator/catalogue',
      label: t('estimator.catalogue'),
      area: 'estimator',
      about: t('estimator.whatIsSoldBesideMachines'),
      counts: 'itemMaster',
      screens: [
        {
          path: '',
          label: t('estimator.catalogue'),
          resource: 'itemMaster',
          load: async () => (await import('./catalogue/catalogue-page.tsx')).CataloguePage,
        },
        { path: 'categories', label: t('estimator.categories'), resource: 'itemCategory' },
      ],
    },
    {
      to: '/estimator/setup',
      label: t('estimator.setup'),
      area: 'estimator',
      about: t('estimator.rolesAndRules'),
      takes: { area: 'Estimator' },
      screens: [
        { path: '', label: t('estimator.roleTypes'), resource: 'projectRoleType' },
        { path: 'approval-rules', label: t('estimator.approvalRules'), resource: 'approvalRule' },
      ],
    },
  ],
  pages: [
    {
      path: 'estimator/projects/$id',
      resource: 'project',
      load: async () => (await import('./workspace/workspace-page.tsx')).WorkspacePage,
    },
  ],
  actions: [
    { label: t('estimator.newProject'), href: '/estimator/projects?open=new', permission: 'project.create' },
    { label: t('estimator.newItem'), href: '/estimator/catalogue?open=new', permission: 'itemMaster.create' },
  ],
  panels: {
    customer: async () => [
      {
        name: 'quotes',
        permission: 'project.read',
        Panel: (await import('./customer-projects-panel.tsx')).CustomerProjectsPanel,
      },
    ],
  },
  embedded: Object.fromEntries(
    [
      'projectItem',
      'projectOptionalExtra',
      'projectDelivery',
      'projectCommissioning',
      'projectMedia',
      'projectRole',
    ].map((name) => [name, ofProject]),
  ),
}
