import { type SettingState, settingOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ColourSwatch } from './colour-swatch.tsx'
import { valueWords } from './setting-words.ts'

/** What applies, where it cannot be changed here. */
export function SettingValue({ state: { key, value, isSet } }: { state: SettingState }) {
  const { kind } = settingOf(key)
  const shown = 'flex min-h-9 items-center gap-2 wrap-anywhere'
  if (kind === 'secret') return <p className={shown}>{isSet ? t('installation.isSet') : t('installation.isNotSet')}</p>
  if (kind === 'picture' && typeof value === 'string')
    return <img src={value} alt="" className="h-10 max-w-full bg-bar p-1" />
  return (
    <p className={shown}>
      {kind === 'colour' && typeof value === 'string' && <ColourSwatch colour={value} />}
      <span className="min-w-0 whitespace-pre-line">{valueWords(key, value)}</span>
    </p>
  )
}
