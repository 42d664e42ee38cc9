import { consolePage } from './console/console.tsx'
import { homePage } from './home/home.tsx'
import { kioskPage } from './kiosk/kiosk.tsx'
import type { Page } from './page.ts'

/** Every page that people see, beside the embed page, which is an operation. */
export const pages: readonly Page[] = [consolePage, homePage, kioskPage]
