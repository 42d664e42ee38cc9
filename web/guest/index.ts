import { enableMenus } from '../shared/menus.ts'
import { enableQuickForms } from '../shared/quick-form.ts'
import { tellYourTime } from '../shared/your-time.ts'
import { enableFullScreenCode } from './full-screen-code.ts'

enableMenus()
enableQuickForms()
tellYourTime()
enableFullScreenCode()
