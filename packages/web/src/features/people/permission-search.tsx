import { t } from '@packhouse/messages'
import { SearchIcon } from '../../ui/icons.tsx'

export interface PermissionSearchProps {
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Finds permissions by name or description. Escape clears it. */
export function PermissionSearch({ value, onChange, className = '' }: PermissionSearchProps) {
  return (
    <div className={`relative ${className}`}>
      <SearchIcon className="pointer-events-none absolute top-1/2 start-2.5 -mt-2 text-text-3" />
      <input
        type="search"
        aria-label={t('people.searchPermissions')}
        placeholder={t('people.searchPermissions')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
        className="h-[30px] w-full rounded-control border border-control bg-surface pe-2 ps-8.5 text-13 placeholder:text-text-3 hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16"
      />
    </div>
  )
}
