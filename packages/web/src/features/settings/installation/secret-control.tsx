import { t } from '@packhouse/messages'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { fieldAttributes, type SettingControlProps, textOf } from './control-parts.ts'

/** A secret is only written: it says whether there is one, takes another, or removes it. */
export function SecretControl(props: SettingControlProps) {
  const { state, row, onType } = props
  const isRemoved = row.typed === null
  return (
    <>
      <span className="flex min-h-9 flex-wrap items-center gap-2">
        {state.isSet && !isRemoved && (
          <Badge tone="ok" icon={CheckIcon}>
            {t('installation.isSet')}
          </Badge>
        )}
        {!state.isSet && <Badge tone="unk">{t('installation.isNotSet')}</Badge>}
        {isRemoved && <Badge tone="warn">{t('installation.willBeRemoved')}</Badge>}
        {state.isSet && (
          <Button variant="quiet" size="dense" onClick={() => onType(isRemoved ? '' : null)}>
            {isRemoved ? t('installation.keepIt') : t('installation.remove')}
          </Button>
        )}
      </span>
      <input
        {...fieldAttributes(props)}
        type="password"
        value={textOf(props)}
        disabled={isRemoved}
        placeholder={state.isSet ? t('installation.enterAnother') : ''}
        autoComplete="new-password"
        onChange={(event) => onType(event.target.value)}
      />
    </>
  )
}
