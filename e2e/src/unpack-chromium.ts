import { findChromium } from './chromium.ts'

// Before several runs of browser tests begin: the first to start would find a Chromium that another is still unpacking.
await findChromium()
