import { type SettingState, settingOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRowAddress } from '../../../lib/address-search.ts'
import { AppLink, isPlainClick } from '../../../ui/app-link.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/select.tsx'
import { isGroup, type Place, places, placeWords } from './places.ts'

export interface SettingNavigationProps {
  place: Place
  onChoose: (place: Place) => void
  search: string
  onSearch: (search: string) => void
  /** What is not saved yet. */
  changed: readonly SettingState[]
}

const link =
  'flex w-full items-center gap-2 rounded-control border-s-[3px] border-transparent px-2.5 py-1.5 text-start text-13 text-text-2 no-underline hover:bg-surface-3 aria-[current]:border-kraft aria-[current]:bg-surface aria-[current]:font-[550] aria-[current]:text-text'

/** The search and the groups; a menu where there is no room for a list. */
export function SettingNavigation(props: SettingNavigationProps) {
  const { place, onChoose, search, onSearch } = props
  return (
    <div className="grid w-52 shrink-0 grid-cols-[minmax(0,1fr)] gap-3 max-lg:w-auto lg:sticky lg:top-(--head)">
      <label className="flex h-9 items-center gap-2 rounded-control border border-control bg-surface px-2.5 focus-within:outline-2 focus-within:outline-focus max-md:h-11">
        <SearchIcon size={16} className="text-text-3" />
        <span className="sr-only">{t('installation.searchSettings')}</span>
        <input
          type="search"
          value={search}
          maxLength={100}
          placeholder={t('installation.searchSettings')}
          onChange={(event) => onSearch(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-text-3 max-md:text-16"
        />
      </label>
      <nav aria-label={t('installation.groups')} className="grid gap-3 max-lg:hidden">
        <div>
          <Heading>{t('installation.yours')}</Heading>
          <AppLink href="/settings" className={link}>
            {t('installation.yourAccount')}
          </AppLink>
        </div>
        <PlaceList heading={t('installation.everybodys')} places={places.filter(isGroup)} {...props} />
        <PlaceList heading={t('installation.changes')} places={places.filter((one) => !isGroup(one))} {...props} />
      </nav>
      <Select
        className="lg:hidden"
        label={t('installation.group')}
        value={place}
        options={places.map((value) => ({ value, label: placeWords[value] }))}
        onValueChange={onChoose}
      />
    </div>
  )
}

function Heading({ children }: { children: string }) {
  return <p className="mb-1.5 px-2.5 text-12 font-[550] text-text-2">{children}</p>
}

type PlaceListProps = SettingNavigationProps & { heading: string; places: readonly Place[] }

function PlaceList({ heading, places: shown, place, search, onChoose, changed }: PlaceListProps) {
  const addressOf = useRowAddress('show')
  const unsavedIn = (group: Place) => changed.filter(({ key }) => settingOf(key).group === group).length
  return (
    <div>
      <Heading>{heading}</Heading>
      <ul className="grid gap-0.5">
        {shown.map((one) => (
          <li key={one}>
            <AppLink
              href={addressOf(one)}
              aria-current={search === '' && one === place ? 'page' : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                onChoose(one)
              }}
              className={link}
            >
              <span className="min-w-0 flex-1">{placeWords[one]}</span>
              {unsavedIn(one) > 0 && <Unsaved count={unsavedIn(one)} />}
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Unsaved({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-kraft-soft px-1.5 text-11 font-semibold text-kraft-strong tabular-nums">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('people.notSaved', { count })}</span>
    </span>
  )
}
