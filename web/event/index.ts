import { askWhatDepends } from '../shared/dependent-questions.ts'
import { enableMenus } from '../shared/menus.ts'
import { showOwnErrors } from '../shared/own-errors.ts'
import { enableQuickForms } from '../shared/quick-form.ts'
import { followReader } from '../shared/reader-language.ts'
import { tellYourTime } from '../shared/your-time.ts'
import { takeOrders } from './take-orders.ts'

followReader()
enableMenus()
showOwnErrors()
takeOrders()
enableQuickForms()
tellYourTime()
askWhatDepends()
