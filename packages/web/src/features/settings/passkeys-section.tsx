import { t } from '@packhouse/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { whyNoPasskeys } from '../../lib/passkeys.ts'
import { publicSettingsQuery } from '../../lib/public-settings.ts'
import { renewSession } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PasskeyAdd } from './passkey-add.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { passkeysQuery } from './passkeys-query.ts'
import { SettingsSection } from './settings-section.tsx'

/** The own passkeys: added, named, removed; or why none can be used here. */
export function PasskeysSection() {
  const queries = useQueryClient()
  const publicSettings = useQuery(publicSettingsQuery).data
  const obstacle = whyNoPasskeys(publicSettings)
  const { data: passkeys, isError } = useQuery(passkeysQuery)
  const refresh = async () => {
    await Promise.all([queries.invalidateQueries(passkeysQuery), renewSession()])
  }
  return (
    <SettingsSection title={t('settings.passkeys')} text={t('settings.signInWithYourFingerprintYour')}>
      {isError && <Alert tone="bad">{t('settings.yourPasskeysCouldNotBeRead')}</Alert>}
      {passkeys === undefined && !isError && <Skeleton className="h-12" />}
      {passkeys !== undefined && passkeys.length > 0 && (
        <ul aria-label={t('settings.passkeys')} className="grid divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={refresh} />
          ))}
        </ul>
      )}
      {obstacle !== undefined && <Alert tone="info">{obstacle}</Alert>}
      {publicSettings && obstacle === undefined && <PasskeyAdd onAdded={refresh} />}
    </SettingsSection>
  )
}
