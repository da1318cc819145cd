import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { renewSession, type Session } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorEnd } from './second-factor-end.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { SettingsSection } from './settings-section.tsx'

type Setup = CallResult<typeof api.startSecondFactor>

/** The second factor: off, being set up, just switched on with its recovery codes, on, or being switched off. */
export function SecondFactorSection({ settings }: Pick<Session, 'settings'>) {
  const { on, recoveryCodes } = settings.secondFactor
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [ending, setEnding] = useState(false)
  const [failed, setFailed] = useState(false)
  const begin = async () => {
    setFailed(false)
    try {
      setSetup(await callApi(api.startSecondFactor))
    } catch {
      setFailed(true)
    }
  }
  return (
    <SettingsSection
      title={t('settings.secondFactor')}
      text={t('settings.withASecondFactorAPassword')}
      actions={<Badge tone={on ? 'ok' : 'unk'}>{on ? t('settings.on') : t('settings.off')}</Badge>}
    >
      {failed && <Alert tone="bad">{t('settings.theServerCouldNotBeReached')}</Alert>}
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {!on && setup === null && (
        <div>
          <Button variant="primary" onClick={() => void begin()}>
            {t('settings.setUpASecondFactor')}
          </Button>
        </div>
      )}
      {!on && setup !== null && (
        <SecondFactorSetup
          {...setup}
          onCancel={() => setSetup(null)}
          onConfirmed={async (recoveryCodes) => {
            setCodes(recoveryCodes)
            setSetup(null)
            await renewSession()
          }}
        />
      )}
      {on && codes === null && (
        <p className={recoveryCodes < 3 ? 'text-warn' : 'text-text-2'}>
          {t('settings.recoveryCodesAreLeft', { count: recoveryCodes })}
        </p>
      )}
      {on && codes === null && !ending && (
        <div>
          <Button onClick={() => setEnding(true)}>{t('settings.switchOff')}</Button>
        </div>
      )}
      {on && ending && (
        <SecondFactorEnd
          onCancel={() => setEnding(false)}
          onEnded={async () => {
            setEnding(false)
            await renewSession()
          }}
        />
      )}
    </SettingsSection>
  )
}
