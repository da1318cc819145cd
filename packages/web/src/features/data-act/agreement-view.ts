import type { Related, ResourceView } from '../../resource/view.ts'

const agreementView: ResourceView = {
  columns: ['agreedOn', 'endedOn', 'purposes'],
  sections: [{ fields: ['version', 'agreedOn', 'endedOn', 'purposes', 'text'] }],
  hidden: ['customerId'],
}

/** What a customer has agreed on, as a tab of its page. */
export const agreementRelated: readonly Related[] = [
  {
    tab: 'data-use',
    resource: 'dataUseAgreement',
    path: '/v1/data-use-agreements',
    by: 'customerId',
    view: agreementView,
  },
]
