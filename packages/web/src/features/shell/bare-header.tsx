import { Link } from '@tanstack/react-router'
import { useProduct } from '../../lib/public-settings.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'

/** The head of a screen that stands alone: the mark and the title, which lead home. */
export function BareHeader() {
  const { productTitle } = useProduct()
  return (
    <header className="flex px-8 py-5.5 max-md:px-6 max-md:py-3.5">
      <Link
        to="/"
        className="flex min-h-11 items-center gap-2.5 font-display text-17 leading-none font-semibold no-underline"
      >
        <BrandMark size={30} className="text-ink" />
        {productTitle}
      </Link>
    </header>
  )
}
