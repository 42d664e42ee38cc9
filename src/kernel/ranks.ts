import { PLANS, ROLES, type Plan, type Role } from './vocabulary.ts'

export const planCovers = (plan: Plan, needed: Plan) => PLANS.indexOf(plan) >= PLANS.indexOf(needed)
export const roleCovers = (role: Role, needed: Role) => ROLES.indexOf(role) >= ROLES.indexOf(needed)
