import { useTestApp } from '../../support/use-test-app.ts'
import { Maker } from './maker.ts'

/** The product for one file, and what makes rows in it. */
export function useMaker() {
  const app = useTestApp()
  return { app, maker: new Maker(app) }
}
