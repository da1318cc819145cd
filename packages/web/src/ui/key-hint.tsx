/** The name of a key beside what it does. */
export function KeyHint({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-[18px] min-w-[18px] place-items-center rounded-[3px] border border-line-2 bg-surface px-1 font-sans text-11 text-text-2">
      {children}
    </kbd>
  )
}
