/** A square button of the top bar. */
export const barButtonClasses =
  'grid size-9 place-items-center rounded-control text-on-bar-2 transition-colors hover:bg-on-bar/10 hover:text-on-bar ' +
  'max-md:size-11'
