/** The bar under the top bar. */
const pageBarPlace =
  'sticky top-[calc(56px+var(--banner))] flex h-11 items-stretch gap-0.5 border-b border-line bg-surface px-5.5 max-[1020px]:px-1.5'

/** The bar with menus, which would be cut where it scrolls: on a phone they are no part of it. */
export const menuBarClasses = `${pageBarPlace} z-35 max-md:overflow-x-auto max-md:overflow-y-hidden max-md:[scrollbar-width:none]`

/** How the bar under the top bar looks where its entries scroll sideways. */
export const pageBarClasses = `${pageBarPlace} z-30 overflow-x-auto overflow-y-hidden [scrollbar-width:none]`

/** How a tab or a link looks in the bar under the top bar. */
export const barTabClasses =
  'relative flex shrink-0 items-center gap-1.5 px-2.5 text-13 font-medium whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-3 aria-[current]:font-semibold aria-[current]:text-text aria-[current]:after:absolute aria-[current]:after:inset-x-2.5 aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] aria-[current]:after:bg-kraft data-active:font-semibold data-active:text-text data-active:after:absolute data-active:after:inset-x-2.5 data-active:after:bottom-0 data-active:after:h-[3px] data-active:after:bg-kraft'
