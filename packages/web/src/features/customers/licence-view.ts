import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { InfoIcon, StoppedIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

export const licenceView: ResourceView = {
  columns: ['customerId', 'seats', 'status', 'expiresAt'],
  sections: [
    { fields: ['customerId', 'name', 'product', 'seats', 'keyMasked'] },
    { title: t('customers.term'), fields: ['validFrom', 'expiresAt', 'terminatedAt', 'status'] },
    { title: t('customers.whatItCovers'), fields: ['features'] },
  ],
  badges: {
    pending: { tone: 'info', icon: InfoIcon },
    valid: { tone: 'ok', icon: CheckIcon },
    expired: { tone: 'warn', icon: WarningIcon },
    terminated: { tone: 'unk', icon: StoppedIcon },
  },
}

/** On the page of a customer it goes without saying whose licences they are. */
export const customerLicenceView: ResourceView = {
  ...licenceView,
  columns: ['seats', 'status', 'validFrom', 'expiresAt', 'features'],
}
