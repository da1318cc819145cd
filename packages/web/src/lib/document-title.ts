import { useEffect } from 'react'
import { useProduct } from './public-settings.ts'

/** Names the browser tab after the screen. */
export function useDocumentTitle(screen: string): void {
  const { productTitle } = useProduct()
  useEffect(() => {
    document.title = `${screen} · ${productTitle}`
  }, [screen, productTitle])
}
