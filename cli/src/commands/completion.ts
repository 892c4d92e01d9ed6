import { wrongCall } from '../failure.ts';
import type { BuiltIn } from '../run.ts';

/** `twin completion bash|zsh|fish|powershell`: a script that asks the tool for candidates. */
export const completion: BuiltIn = async ({ io, argv: [shell = '', ...more] }) => {
  const script = scripts[shell];
  if (script === undefined || more.length > 0)
    throw wrongCall(`"${shell}" is no shell that is known here.`, ['Usage: twin completion bash|zsh|fish|powershell']);
  await io.stdout.write(script);
};

const scripts: Readonly<Record<string, string>> = {
  bash: `# eval "$(twin completion bash)"
_twin() {
  local line word="\${COMP_LINE:0:COMP_POINT}" IFS=$'\\n'
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    line="\${line%%$'\\t'*}"
    [[ "$line" == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
  done < <(twin __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _twin twin
`,
  zsh: `#compdef twin
# eval "$(twin completion zsh)"
_twin() {
  local -a lines candidates
  lines=("\${(@f)$(twin __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do candidates+=("\${line//$'\\t'/:}"); done
  _describe 'twin' candidates || _files
}
compdef _twin twin
`,
  fish: `# twin completion fish | source
function __twin_complete
  set -l words (commandline -opc) (commandline -ct)
  twin __complete -- $words[2..-1] 2>/dev/null
end
complete -c twin -a '(__twin_complete)'
`,
  powershell: `# twin completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName twin -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '' }
  twin __complete -- @words 2>$null | ForEach-Object {
    $parts = $_ -split "\`t", 2
    $text = if ($parts.Count -gt 1 -and $parts[1]) { $parts[1] } else { $parts[0] }
    [System.Management.Automation.CompletionResult]::new($parts[0], $parts[0], 'ParameterValue', $text)
  }
}
`,
};
