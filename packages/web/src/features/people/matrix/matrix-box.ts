/** The box of a cell. Its mark is drawn by a shape inside, so that a cell stays one element. */
export const boxClasses =
  'grid size-4 appearance-none place-items-center rounded-[3px] border-[1.5px] border-control bg-surface ' +
  'before:hidden before:size-2.5 before:bg-on-action ' +
  'before:[clip-path:polygon(14%_44%,0_60%,42%_96%,100%_20%,84%_6%,40%_66%)] ' +
  'checked:border-action checked:bg-action checked:before:block ' +
  'aria-disabled:cursor-not-allowed aria-disabled:border-line-2 aria-disabled:bg-surface-3 ' +
  'aria-disabled:before:bg-text-3'
