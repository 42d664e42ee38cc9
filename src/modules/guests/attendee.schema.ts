import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { Email, nameAsGiven } from '../../kernel/wire.ts'
import { MAX_PRICE } from '../tickets/index.ts'
import { AddonChoices } from './addon-choices.ts'
import { Answers } from './answers.schema.ts'

/** One person of a party, with their own ticket and price. */
export const Attendee = lazy(() =>
  z.object({
    ticketId: z.string().max(100).optional(),
    firstName: nameAsGiven(200).optional().describe('First name. Can be added later.'),
    lastName: nameAsGiven(200).optional(),
    email: Email().optional().describe('Email address. Without one, the attendee is contacted through the buyer.'),
    answers: Answers().optional(),
    addons: AddonChoices().optional().describe('Add-ons with `per` SEAT for this attendee.'),
    price: z
      .int()
      .min(0)
      .max(MAX_PRICE)
      .optional()
      .describe(
        'Price in minor units. With `priceMode` CHOSEN, the price that the buyer chose (default: `minPrice`). With FIXED, the price shown to the buyer.',
      ),
  }),
)
