
# Bash splits words at = and :, but a word of rejudge may contain them. So we join the parts before we ask for completions, and cut
# from each completion the part that bash already has. If no quote is open, we escape the characters that a shell interprets.
_rejudge() {
    if [[ ${COMP_WORDS[COMP_CWORD]} == [\'\"]* ]]; then
        _clap_complete_rejudge "$@"
        return
    fi
    local -a whole=()
    local at word last=-1 current_at=0
    for at in "${!COMP_WORDS[@]}"; do
        word=${COMP_WORDS[at]}
        if ((at > 1)) && [[ $word == [=:]* || ${COMP_WORDS[at - 1]} == *[=:] ]]; then
            whole[last]+=$word
        else
            whole[++last]=$word
        fi
        ((at == COMP_CWORD)) && current_at=$last
    done
    local current=${whole[current_at]//\\/}
    local before=${current%"${current##*[=:]}"}
    whole[current_at]=$current
    local -a COMP_WORDS=("${whole[@]}")
    local COMP_CWORD=$current_at
    _clap_complete_rejudge "$1" "$current" "$3"
    for at in "${!COMPREPLY[@]}"; do
        printf -v "COMPREPLY[$at]" %q "${COMPREPLY[at]#"$before"}"
    done
    if [[ ${COMPREPLY-} == *[=:./] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o nospace -o bashdefault -F _rejudge rejudge
