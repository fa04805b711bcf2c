// The variables of an organization: secrets that its scripts find in their environment.
export const variableName = /^[A-Z_][A-Z0-9_]*$/
export const maxVariableName = 64
/** Shorter ones cannot be masked without making everything else unreadable. */
export const minValue = 4
export const maxValue = 4096
export const maxVariables = 100

const reserved = [
  'TARGET_URL PATH HOME USER LOGNAME SHELL PWD OLDPWD TMPDIR TMP TEMP IFS ENV HOSTNAME DISPLAY WAYLAND_DISPLAY DEBUG PWDEBUG CI',
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY HOSTALIASES LOCALDOMAIN RES_OPTIONS SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE',
  'GCONV_PATH LOCPATH NLSPATH TZDIR GLIBC_TUNABLES OPENSSL_CONF',
].flatMap((names) => names.split(' '))
const reservedBeginnings = ['LD_', 'NODE_', 'NPM_', 'PLAYWRIGHT_', 'PW_', 'BASH_', 'CHROME_', 'XDG_', 'UV_', 'LAPWING_']

/** Whether it means something to the programs that run a script, or to what they are made of. */
export function isReserved(name: string): boolean {
  return reserved.includes(name) || reservedBeginnings.some((beginning) => name.startsWith(beginning))
}

/** What the value of a variable is sealed for. */
export const variableContext = (id: string): string => `variable ${id}`
