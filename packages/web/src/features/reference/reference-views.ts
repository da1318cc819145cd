import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

/** By the name people know a row; the code beside it is found as well. */
const nameAndCode = [{ fields: ['name', 'code'] }]

const codeAndName: ResourceView = { columns: ['active', 'sort', 'updatedAt'], sections: nameAndCode }

/** How reference data look, by the name of the resource. */
export const referenceViews: Readonly<Record<string, ResourceView>> = {
  locationType: codeAndName,
  industry: { columns: ['parentId', 'active', 'sort', 'updatedAt'], sections: nameAndCode },
  country: {
    columns: ['iso3', 'numeric', 'dialCode', 'currency', 'active'],
    sections: [{ fields: ['name', 'iso2'] }],
  },
  currency: {
    columns: ['symbol', 'minorUnits', 'rounding', 'active'],
    sections: nameAndCode,
    hidden: ['isBase'],
    primary: { badge: t('reference.base'), action: t('reference.makeThisTheBaseCurrency') },
  },
  exchangeRate: {
    columns: ['rate', 'validOn', 'kind', 'source'],
    sections: [{ fields: ['from', 'to', 'rate', 'validOn', 'kind', 'source'] }],
    hidden: [],
    proposed: () => ({ validOn: new Date().toISOString().slice(0, 10) }),
    nameOf: ({ from, to }) => `${from} → ${to}`,
  },
}
