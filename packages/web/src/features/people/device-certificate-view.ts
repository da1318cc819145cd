import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

export const deviceCertificateView: ResourceView = {
  intro: t('people.certificatesAreRegistered'),
  columns: ['apiKeyId', 'subject', 'endsAt', 'revoked'],
  sections: [{ fields: ['name', 'apiKeyId', 'fingerprint', 'revoked'] }, { fields: ['subject', 'endsAt'] }],
  facts: ['subject', 'endsAt'],
  empty: { subject: t('people.notKnownFromAFingerprint'), endsAt: t('people.notKnownFromAFingerprint') },
  removal: { ends: t('people.connectionsWithTheCertificateEnd') },
}
