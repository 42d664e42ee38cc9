export { redeemCode, redeemRefreshToken, revokeToken, TokenRefusal } from './tokens.ts'
