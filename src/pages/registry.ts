import { calendarPage } from './calendar/calendar-page.tsx'
import { consolePage } from './console/console.tsx'
import { previewPage } from './console/preview.tsx'
import { docsPage } from './docs/docs.tsx'
import { embedScriptPage } from './embed-script.ts'
import { alreadyPage, confirmPage, eventPage, lostLinkPage, registerPage, sendLinkPage } from './event/event-page.tsx'
import { askToConfirmPage, verifyPage } from './event/verify-page.tsx'
import { askForInvoicePage, paperPage, papersPage } from './guest/papers-page.tsx'
import { receiptPage } from './guest/receipt-page.tsx'
import {
  acceptOfferPage,
  acceptPage,
  askPage,
  cancelPage,
  completePage,
  declineOfferPage,
  guestPage,
  passOnPage,
} from './guest/guest-page.tsx'
import { enterRefundAccountPage, refundAccountPage } from './guest/refund-account-page.tsx'
import { askToUnsubscribePage, unsubscribePage } from './guest/unsubscribe-page.tsx'
import { homePage } from './home/home.tsx'
import { imagePage } from './image/image-page.ts'
import { kioskPage } from './kiosk/kiosk.tsx'
import type { HtmlPage } from './page.ts'
import { posterPage, posterPngPage } from './poster/poster-page.ts'

/** All HTML pages except the embed page, which is an API operation. */
export const pages: readonly HtmlPage[] = [
  homePage,
  calendarPage,
  eventPage,
  registerPage,
  alreadyPage,
  confirmPage,
  askToConfirmPage,
  verifyPage,
  lostLinkPage,
  sendLinkPage,
  posterPngPage,
  posterPage,
  imagePage,
  guestPage,
  acceptPage,
  acceptOfferPage,
  declineOfferPage,
  askPage,
  cancelPage,
  completePage,
  passOnPage,
  papersPage,
  askForInvoicePage,
  paperPage,
  receiptPage,
  refundAccountPage,
  enterRefundAccountPage,
  askToUnsubscribePage,
  unsubscribePage,
  kioskPage,
  consolePage,
  previewPage,
  docsPage,
  embedScriptPage,
]
