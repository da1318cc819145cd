import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Family } from './answers.ts'
import { familyIcons } from './family-icons.tsx'
import { answerInput } from './number-answer.tsx'
import { type Style, stylesQuery } from './queries.ts'
import type { ConfiguratorAddress } from './use-configurator-address.ts'

const families: readonly { value: Family; label: string }[] = [
  { value: 'bag', label: t('configurator.bag') },
  { value: 'pouch', label: t('configurator.pouch') },
  { value: 'tray', label: t('configurator.tray') },
  { value: 'carton', label: t('configurator.carton') },
  { value: 'case', label: t('configurator.case') },
]
/** Of more styles one is found by a part of its name. */
const FEW = 12

/** The family and then the packaging style; everything else is asked of a style. */
export function StyleQuestion({ address, style }: { address: ConfiguratorAddress; style: Style | undefined }) {
  const { answers, change } = address
  const family = answers.family || style?.family || 'bag'
  const [words, setWords] = useState('')
  const styles = useQuery(stylesQuery(family, words))
  const isLong = (styles.data?.total ?? 0) > FEW || words !== ''
  return (
    <>
      <fieldset className="mb-2 flex overflow-hidden rounded-control border border-control">
        <legend className="sr-only">{t('configurator.family')}</legend>
        {families.map(({ value, label }) => (
          <FamilyButton
            key={value}
            value={value}
            label={label}
            isOn={value === family}
            onChoose={() => change({ family: value })}
          />
        ))}
      </fieldset>
      {isLong && (
        <input
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          aria-label={t('configurator.findStyle')}
          placeholder={t('configurator.findStyle')}
          className={`${answerInput} mb-2`}
        />
      )}
      {styles.error ? (
        <p className="py-2 text-12 text-bad">{t('configurator.stylesDidNotLoad')}</p>
      ) : (
        <StyleTiles styles={styles.data?.items} total={styles.data?.total ?? 0} address={address} family={family} />
      )}
    </>
  )
}

function FamilyButton(props: { value: Family; label: string; isOn: boolean; onChoose: () => void }) {
  const Shape = familyIcons[props.value]
  return (
    <button
      type="button"
      aria-pressed={props.isOn}
      onClick={props.onChoose}
      className="grid flex-auto justify-items-center gap-0.5 border-s px-px border-line-2 pt-1.5 pb-1 text-11 text-text-2 first:border-s-0 hover:bg-surface-2 focus-visible:-outline-offset-2 aria-pressed:bg-kraft-soft aria-pressed:font-semibold aria-pressed:text-kraft-strong aria-pressed:shadow-[inset_0_-3px_0_var(--kraft)] max-md:min-h-12"
    >
      <Shape />
      {props.label}
    </button>
  )
}

interface TilesProps {
  styles: readonly Style[] | undefined
  total: number
  address: ConfiguratorAddress
  family: Family
}

function StyleTiles({ styles, total, address, family }: TilesProps) {
  if (styles === undefined) return <Skeleton className="h-40" />
  if (styles.length === 0) return <p className="py-2 text-12 text-text-2">{t('configurator.noStyleFound')}</p>
  return (
    <fieldset className="grid max-h-[268px] grid-cols-3 gap-1.5 overflow-y-auto p-px max-md:max-h-[300px]">
      <legend className="sr-only">{t('configurator.packagingStyle')}</legend>
      {styles.map(({ id, name, code }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === address.answers.styleId}
          onClick={() => address.change({ styleId: id, family, material: '' })}
          className="grid min-h-14 content-center justify-items-center gap-0.5 rounded-control border border-line-2 bg-surface px-1 py-1.5 text-center text-11 wrap-anywhere text-text-2 hover:border-control aria-pressed:border-kraft aria-pressed:bg-kraft-soft aria-pressed:font-semibold aria-pressed:text-kraft-strong aria-pressed:shadow-[0_0_0_1px_var(--kraft)]"
        >
          {name}
          <span className="code font-normal text-text-3 in-aria-pressed:text-kraft-strong">{code}</span>
        </button>
      ))}
      {styles.length < total && (
        <p className="col-span-3 py-1 text-12 text-text-3">
          {t('configurator.moreStyles', { count: total - styles.length })}
        </p>
      )}
    </fieldset>
  )
}
