/** An area in the top bar: a link, or the button of its menu. */
export const barEntryClasses =
  'relative flex items-center gap-1.5 px-3 text-14 font-medium whitespace-nowrap text-on-bar-2 no-underline ' +
  'transition-colors max-xl:px-2 hover:text-on-bar aria-expanded:text-on-bar aria-[current]:text-on-bar ' +
  'aria-[current]:after:absolute aria-[current]:after:inset-x-3 max-xl:aria-[current]:after:inset-x-2 ' +
  'aria-[current]:after:bottom-0 aria-[current]:after:h-1 aria-[current]:after:bg-bar-mark focus-visible:-outline-offset-4'

/** A link of the sheet that stands in for the bar on narrow screens. */
export const sheetLinkClasses =
  'flex min-h-11 items-center gap-2 rounded-control border-s-[3px] border-transparent px-3 text-16 font-medium ' +
  'text-on-bar-2 no-underline aria-[current]:border-bar-mark aria-[current]:bg-bar-mark/15 aria-[current]:text-on-bar'
