/* Completion for shells, made from doc/completion by make regen. */
#include "cli/completion.h"

/* clang-format off */

static const char *const bash[] = {
    "# Completion of quire's command lines for bash. The table is made from"
    " the verbs' own help by make regen.\n",
    "\n",
    "# the operand and the options of a verb\n",
    "_quire_table() {\n",
    "    case $1 in\n",
    "    'run')           _quire_line='MODEL.xml --output=DIR --set=NAME=VA"
    "LUE --accuracy=WORD --end=TIME --sample=TIME --position-tolerance=LENG"
    "TH --method=WORD --vectors=WORD --motion=WORD --columns=NUMBER --threa"
    "ds=NUMBER --error-bars --time-limit=TIME --format=WORD --quiet --force"
    " --help' ;;\n",
    "    'check')         _quire_line='MODEL.xml --set=NAME=VALUE --paramet"
    "ers --resolved --review --format=WORD --quiet --help' ;;\n",
    "    'describe')      _quire_line='KIND --search --schema --reference -"
    "-help' ;;\n",
    "    'law')           _quire_line='NAME --set=NAME=VALUE --points=FILE."
    "csv --impact=WORD --format=WORD --help' ;;\n",
    "    'fit')           _quire_line='CURVE.csv --law=NAME --set=NAME=VALU"
    "E --free=NAME --mass=MASS --speed=SPEED --restitution=NUMBER --sheets="
    "NUMBER --area=AREA --unloaded=THICKNESS --format=WORD --help' ;;\n",
    "    'import')        _quire_line='TABLE.csv --output=FILE --help' ;;\n",
    "    'verify')        _quire_line='DIR --quiet --help' ;;\n",
    "    'compare')       _quire_line='MODEL.xml --columns=2,3 --tolerance="
    "VALUE --format=WORD --json --quiet --output=DIR --set=NAME=VALUE --acc"
    "uracy=WORD --end=TIME --sample=TIME --position-tolerance=LENGTH --meth"
    "od=WORD --vectors=WORD --time-limit=TIME --force --help' ;;\n",
    "    'explain')       _quire_line='DIR --margin=PARAMETER --low=VALUE -"
    "-high=VALUE --why=WORD --runs=N --time-limit=TIME --format=WORD --help"
    "' ;;\n",
    "    'convert')       _quire_line='DIR --to=WORD --output=DIR --quiet -"
    "-help' ;;\n",
    "    'export')        _quire_line='MODEL.xml --output=FILE --to=WORD --"
    "set=NAME=VALUE --quiet --help' ;;\n",
    "    'report')        _quire_line='DIR --output=FILE --cures --quiet --"
    "help' ;;\n",
    "    'live')          _quire_line='MODEL.xml --set=NAME=VALUE --port=NU"
    "MBER --no-browser --time-limit=TIME --help' ;;\n",
    "    'doe')           _quire_line='VERB --help' ;;\n",
    "    'calibrate')     _quire_line='CALIBRATION.xml --output=DIR --force"
    " --format=WORD --runs=NUMBER --starts=NUMBER --confidence=SHARE --no-p"
    "rofile --no-advice --anyway --workers=NUMBER --time-limit=TIME --memor"
    "y-limit=SIZE --tries=NUMBER --grace=TIME --quiet --help' ;;\n",
    "    'new')           _quire_line='NAME --from=SAMPLE --list --no-schem"
    "a --help' ;;\n",
    "    'fmt')           _quire_line='FILE.xml --check --output=FILE --qui"
    "et --help' ;;\n",
    "    'upgrade')       _quire_line='FILE.xml --in-place --output=FILE --"
    "from=VERSION --help' ;;\n",
    "    'completion')    _quire_line='SHELL --help' ;;\n",
    "    'help')          _quire_line='TOPIC --help' ;;\n",
    "    'version')       _quire_line='- --help' ;;\n",
    "    'doe plan')      _quire_line='STUDY.xml --workers=NUMBER --time-li"
    "mit=TIME --no-times --quiet --help' ;;\n",
    "    'doe points')    _quire_line='STUDY.xml --output=FILE --format=WOR"
    "D --force --quiet --help' ;;\n",
    "    'doe run')       _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --workers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries="
    "NUMBER --grace=TIME --extend --retry --durability=WORD --quiet --help'"
    " ;;\n",
    "    'doe status')    _quire_line='STUDY.xml --directory=DIR --failed -"
    "-run=NUMBER --format=WORD --quiet --help' ;;\n",
    "    'doe export')    _quire_line='STUDY.xml --directory=DIR --output=F"
    "ILE --format=WORD --force --quiet --help' ;;\n",
    "    'doe report')    _quire_line='STUDY.xml --directory=DIR --output=F"
    "ILE --format=WORD --force --quiet --help' ;;\n",
    "    'doe import')    _quire_line='STUDY.xml --directory=DIR --force --"
    "quiet --help' ;;\n",
    "    'doe analyse')   _quire_line='TABLE.csv --study=STUDY.xml --factor"
    "s=LIST --noise=LIST --responses=LIST --block=NAME --words=LIST --rando"
    "m=LIST --rows=WORD --terms=LIST --select=WORD --transform=WORD --bette"
    "r=NAME=WORD --target=NAME=VALUE --minimum=NAME=VALUE --maximum=NAME=VA"
    "LUE --importance=NAME=NUMBER --indices --output=FILE --format=WORD --f"
    "orce --quiet --help' ;;\n",
    "    'doe predict')   _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --format=WORD --quiet --factors=LIST --noise=LIST --responses=L"
    "IST --block=NAME --words=LIST --random=LIST --rows=WORD --terms=LIST -"
    "-select=WORD --transform=WORD --better=NAME=WORD --target=NAME=VALUE -"
    "-minimum=NAME=VALUE --maximum=NAME=VALUE --importance=NAME=NUMBER --he"
    "lp' ;;\n",
    "    'doe optimise')  _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --jams=SHARE --deviations=NUMBER --pareto=NUMBER --format=WORD "
    "--quiet --factors=LIST --noise=LIST --responses=LIST --block=NAME --wo"
    "rds=LIST --random=LIST --rows=WORD --terms=LIST --select=WORD --transf"
    "orm=WORD --better=NAME=WORD --target=NAME=VALUE --minimum=NAME=VALUE -"
    "-maximum=NAME=VALUE --importance=NAME=NUMBER --help' ;;\n",
    "    'doe confirm')   _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --runs=NUMBER --seed=NUMBER --format=WORD --workers=NUMBER --ti"
    "me-limit=TIME --memory-limit=SIZE --tries=NUMBER --grace=TIME --quiet "
    "--help' ;;\n",
    "    'doe tolerances') _quire_line='STUDY.xml --directory=DIR --set=NAM"
    "E=VALUE --response=NAME --yield=SHARE --format=WORD --quiet --help' ;;\n",
    "    'doe improve')   _quire_line='STUDY.xml --response=NAME --designs="
    "NUMBER --batch=NUMBER --stop=SHARE --jams=SHARE --format=WORD --worker"
    "s=NUMBER --time-limit=TIME --memory-limit=SIZE --tries=NUMBER --grace="
    "TIME --durability=WORD --quiet --help' ;;\n",
    "    'doe worker')    _quire_line='STUDY.xml --slice=K/N --directory=DI"
    "R --workers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries=NUMBE"
    "R --grace=TIME --quiet --help' ;;\n",
    "    'doe collect')   _quire_line='STUDY.xml --directory=DIR --extend -"
    "-quiet --help' ;;\n",
    "    'doe boundary')  _quire_line='STUDY.xml --set=NAME=VALUE --reach=N"
    "UMBER --resolution=NUMBER --runs=NUMBER --of=WORD --format=WORD --work"
    "ers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries=NUMBER --grac"
    "e=TIME --quiet --help' ;;\n",
    "    'doe probability') _quire_line='STUDY.xml --of=WORD --method=WORD "
    "--runs=NUMBER --seed=NUMBER --confidence=SHARE --set=NAME=VALUE --form"
    "at=WORD --workers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries"
    "=NUMBER --grace=TIME --quiet --help' ;;\n",
    "    'doe windows')   _quire_line='STUDY.xml --directory=DIR --rate=SHA"
    "RE --confidence=SHARE --response=NAME --format=WORD --quiet --help' ;;\n",
    "    'doe submit')    _quire_line='STUDY.xml --directory=DIR --slurm --"
    "hosts=LIST --ssh=COMMAND --tasks=NUMBER --job-name=NAME --missing --dr"
    "y-run --sbatch=OPTION --workers=NUMBER --time-limit=TIME --quiet --hel"
    "p' ;;\n",
    "    *) _quire_line= ;;\n",
    "    esac\n",
    "}\n",
    "\n",
    "# words that an option takes\n",
    "_quire_words() {\n",
    "    case $2 in\n",
    "    --accuracy) echo fast standard fine ;;\n",
    "    --method)\n",
    "        case $1 in\n",
    "        'doe probability') echo auto importance subset ;;\n",
    "        *) echo velocity generic ;;\n",
    "        esac ;;\n",
    "    --vectors) echo own serial ;;\n",
    "    --motion) echo planar spatial ;;\n",
    "    --to) echo vtk csv svg strip ;;\n",
    "    --durability) echo full fast ;;\n",
    "    --of) echo checks jams ;;\n",
    "    --rows) echo independent repeatable ;;\n",
    "    --impact) echo mass= ;;\n",
    "    --format)\n",
    "        case $1 in\n",
    "        'doe export' | 'doe points') echo csv json ;;\n",
    "        'doe report' | 'doe analyse') echo html json ;;\n",
    "        *) echo text json ;;\n",
    "        esac ;;\n",
    "    esac\n",
    "}\n",
    "\n",
    "# parameters of the model or study among the WORDs of the line, or of "
    "the model in a folder of results\n",
    "_quire_parameters() { # WORD...\n",
    "    local word file\n",
    "    for word in \"$@\"; do\n",
    "        file=${word/#\\~\\//$HOME/}\n",
    "        test ! -f \"$file/model.xml\" || file=$file/model.xml\n",
    "        if [[ $file == *.xml && -f $file ]]; then\n",
    "            quire check --parameters \"$file\" 2>/dev/null | sed 's/ .*/"
    "/'\n",
    "            # of a study, or of a model that cannot be read yet\n",
    "            grep -oE '<(parameter|factor|noise) [^>]*' \"$file\" | sed -"
    "n -E 's/.* (name|parameter)=\"([^\"]*)\".*/\\2/p'\n",
    "        fi\n",
    "    done | sort -u\n",
    "}\n",
    "\n",
    "# elements and families; with one, its names\n",
    "_quire_kinds() {\n",
    "    if [[ -n $1 ]]; then\n",
    "        quire describe 2>/dev/null | sed -n \"s/^  $1 \\([a-z][a-z0-9-]*"
    "\\) .*/\\1/p\"\n",
    "    else\n",
    "        quire describe 2>/dev/null | sed -n 's/^  \\([a-z][a-z-]*\\) .*/"
    "\\1/p' | sort -u\n",
    "    fi\n",
    "}\n",
    "\n",
    "_quire_verbs='run check describe law fit import verify compare explain"
    " convert export report live doe calibrate new fmt upgrade completion h"
    "elp version'\n",
    "_quire_doe_verbs='plan points run status export report import analyse "
    "predict optimise confirm tolerances improve worker collect boundary pr"
    "obability windows submit'\n",
    "\n",
    "_quire_files() { # SUFFIX\n",
    "    compgen -f -X \"!*$1\" -- \"$cur\"\n",
    "    compgen -d -S / -- \"$cur\"\n",
    "}\n",
    "\n",
    "# what may stand for MODEL.xml, DIR, PARAMETER and so on\n",
    "_quire_values() { # VERB OPTION SORT\n",
    "    case $3 in\n",
    "    *.xml) _quire_files .xml ;;\n",
    "    *.csv) _quire_files .csv ;;\n",
    "    DIR | DIR1) compgen -d -S / -- \"$cur\" ;;\n",
    "    FILE) compgen -f -- \"$cur\" ;;\n",
    "    KIND) compgen -W \"$(_quire_kinds)\" -- \"$cur\" ;;\n",
    "    PARAMETER) compgen -W \"$(_quire_parameters \"${COMP_WORDS[@]:1}\")\" "
    "-- \"$cur\" ;;\n",
    "    NAME=VALUE) compgen -S = -W \"$(_quire_parameters \"${COMP_WORDS[@]:"
    "1}\")\" -- \"$cur\" ;;\n",
    "    NAME)\n",
    "        case $1 in\n",
    "        law | fit) compgen -W \"$(_quire_kinds normal) $(_quire_kinds f"
    "riction)\" -- \"$cur\" ;;\n",
    "        esac ;;\n",
    "    TOPIC) compgen -W \"$_quire_verbs $(_quire_kinds)\" -- \"$cur\" ;;\n",
    "    *) compgen -W \"$(_quire_words \"$1\" \"$2\")\" -- \"$cur\" ;;\n",
    "    esac\n",
    "}\n",
    "\n",
    "_quire() {\n",
    "    local cur=${COMP_WORDS[COMP_CWORD]} option= verb=${COMP_WORDS[1]} "
    "first=2 word _quire_line\n",
    "    COMPREPLY=()\n",
    "    if ((COMP_CWORD == 1)); then\n",
    "        COMPREPLY=($(compgen -W \"$_quire_verbs --help --version\" -- \"$"
    "cur\"))\n",
    "        return\n",
    "    fi\n",
    "    if [[ $verb == doe ]]; then\n",
    "        if ((COMP_CWORD == 2)); then\n",
    "            COMPREPLY=($(compgen -W \"$_quire_doe_verbs --help\" -- \"$cu"
    "r\"))\n",
    "            return\n",
    "        fi\n",
    "        verb=\"doe ${COMP_WORDS[2]}\" first=3\n",
    "    fi\n",
    "    _quire_table \"$verb\"\n",
    "    # bash makes a word of its own of each '='\n",
    "    if [[ $cur == = ]]; then\n",
    "        cur= option=${COMP_WORDS[COMP_CWORD - 1]}\n",
    "    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then\n",
    "        option=${COMP_WORDS[COMP_CWORD - 2]}\n",
    "    elif ((COMP_CWORD > first)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} =="
    " -* ]]; then\n",
    "        option=${COMP_WORDS[COMP_CWORD - 1]}\n",
    "    fi\n",
    "    case $option in\n",
    "    -s) option=--set ;;\n",
    "    -o) option=--output ;;\n",
    "    esac\n",
    "    local IFS=$'\\n'\n",
    "    if [[ -n $option ]]; then\n",
    "        local IFS=' '\n",
    "        for word in $_quire_line; do\n",
    "            if [[ $word == \"$option=\"* ]]; then\n",
    "                IFS=$'\\n'\n",
    "                COMPREPLY=($(IFS=$' \\n'; _quire_values \"$verb\" \"$optio"
    "n\" \"${word#*=}\"))\n",
    "                [[ ${word#*=} != NAME=VALUE && ${COMPREPLY[0]} != */ ]"
    "] || compopt -o nospace 2>/dev/null\n",
    "                return\n",
    "            fi\n",
    "        done\n",
    "        [[ $option == -* ]] || return\n",
    "    fi\n",
    "    if [[ $cur == -* ]]; then\n",
    "        local IFS=' '\n",
    "        for word in ${_quire_line#* }; do\n",
    "            [[ $word != *=* ]] || word=${word%%=*}=\n",
    "            [[ $word != \"$cur\"* ]] || COMPREPLY+=(\"$word\")\n",
    "        done\n",
    "        [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n",
    "        return\n",
    "    fi\n",
    "    word=${_quire_line%% *}\n",
    "    if [[ $word == KIND ]] && ((COMP_CWORD == 3)); then\n",
    "        COMPREPLY=($(IFS=' '; compgen -W \"$(_quire_kinds \"${COMP_WORDS"
    "[2]}\")\" -- \"$cur\"))\n",
    "        return\n",
    "    fi\n",
    "    COMPREPLY=($(IFS=$' \\n'; _quire_values \"$verb\" '' \"$word\"))\n",
    "    [[ ${COMPREPLY[0]} != */ ]] || compopt -o nospace 2>/dev/null\n",
    "}\n",
    "\n",
    "complete -F _quire quire\n",
    NULL,
};

static const char *const zsh[] = {
    "#compdef quire\n",
    "# Completion of quire's command lines for zsh. The table is made from "
    "the verbs' own help by make regen.\n",
    "\n",
    "# the operand and the options of a verb\n",
    "_quire_table() {\n",
    "    case $1 in\n",
    "    'run')           _quire_line='MODEL.xml --output=DIR --set=NAME=VA"
    "LUE --accuracy=WORD --end=TIME --sample=TIME --position-tolerance=LENG"
    "TH --method=WORD --vectors=WORD --motion=WORD --columns=NUMBER --threa"
    "ds=NUMBER --error-bars --time-limit=TIME --format=WORD --quiet --force"
    " --help' ;;\n",
    "    'check')         _quire_line='MODEL.xml --set=NAME=VALUE --paramet"
    "ers --resolved --review --format=WORD --quiet --help' ;;\n",
    "    'describe')      _quire_line='KIND --search --schema --reference -"
    "-help' ;;\n",
    "    'law')           _quire_line='NAME --set=NAME=VALUE --points=FILE."
    "csv --impact=WORD --format=WORD --help' ;;\n",
    "    'fit')           _quire_line='CURVE.csv --law=NAME --set=NAME=VALU"
    "E --free=NAME --mass=MASS --speed=SPEED --restitution=NUMBER --sheets="
    "NUMBER --area=AREA --unloaded=THICKNESS --format=WORD --help' ;;\n",
    "    'import')        _quire_line='TABLE.csv --output=FILE --help' ;;\n",
    "    'verify')        _quire_line='DIR --quiet --help' ;;\n",
    "    'compare')       _quire_line='MODEL.xml --columns=2,3 --tolerance="
    "VALUE --format=WORD --json --quiet --output=DIR --set=NAME=VALUE --acc"
    "uracy=WORD --end=TIME --sample=TIME --position-tolerance=LENGTH --meth"
    "od=WORD --vectors=WORD --time-limit=TIME --force --help' ;;\n",
    "    'explain')       _quire_line='DIR --margin=PARAMETER --low=VALUE -"
    "-high=VALUE --why=WORD --runs=N --time-limit=TIME --format=WORD --help"
    "' ;;\n",
    "    'convert')       _quire_line='DIR --to=WORD --output=DIR --quiet -"
    "-help' ;;\n",
    "    'export')        _quire_line='MODEL.xml --output=FILE --to=WORD --"
    "set=NAME=VALUE --quiet --help' ;;\n",
    "    'report')        _quire_line='DIR --output=FILE --cures --quiet --"
    "help' ;;\n",
    "    'live')          _quire_line='MODEL.xml --set=NAME=VALUE --port=NU"
    "MBER --no-browser --time-limit=TIME --help' ;;\n",
    "    'doe')           _quire_line='VERB --help' ;;\n",
    "    'calibrate')     _quire_line='CALIBRATION.xml --output=DIR --force"
    " --format=WORD --runs=NUMBER --starts=NUMBER --confidence=SHARE --no-p"
    "rofile --no-advice --anyway --workers=NUMBER --time-limit=TIME --memor"
    "y-limit=SIZE --tries=NUMBER --grace=TIME --quiet --help' ;;\n",
    "    'new')           _quire_line='NAME --from=SAMPLE --list --no-schem"
    "a --help' ;;\n",
    "    'fmt')           _quire_line='FILE.xml --check --output=FILE --qui"
    "et --help' ;;\n",
    "    'upgrade')       _quire_line='FILE.xml --in-place --output=FILE --"
    "from=VERSION --help' ;;\n",
    "    'completion')    _quire_line='SHELL --help' ;;\n",
    "    'help')          _quire_line='TOPIC --help' ;;\n",
    "    'version')       _quire_line='- --help' ;;\n",
    "    'doe plan')      _quire_line='STUDY.xml --workers=NUMBER --time-li"
    "mit=TIME --no-times --quiet --help' ;;\n",
    "    'doe points')    _quire_line='STUDY.xml --output=FILE --format=WOR"
    "D --force --quiet --help' ;;\n",
    "    'doe run')       _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --workers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries="
    "NUMBER --grace=TIME --extend --retry --durability=WORD --quiet --help'"
    " ;;\n",
    "    'doe status')    _quire_line='STUDY.xml --directory=DIR --failed -"
    "-run=NUMBER --format=WORD --quiet --help' ;;\n",
    "    'doe export')    _quire_line='STUDY.xml --directory=DIR --output=F"
    "ILE --format=WORD --force --quiet --help' ;;\n",
    "    'doe report')    _quire_line='STUDY.xml --directory=DIR --output=F"
    "ILE --format=WORD --force --quiet --help' ;;\n",
    "    'doe import')    _quire_line='STUDY.xml --directory=DIR --force --"
    "quiet --help' ;;\n",
    "    'doe analyse')   _quire_line='TABLE.csv --study=STUDY.xml --factor"
    "s=LIST --noise=LIST --responses=LIST --block=NAME --words=LIST --rando"
    "m=LIST --rows=WORD --terms=LIST --select=WORD --transform=WORD --bette"
    "r=NAME=WORD --target=NAME=VALUE --minimum=NAME=VALUE --maximum=NAME=VA"
    "LUE --importance=NAME=NUMBER --indices --output=FILE --format=WORD --f"
    "orce --quiet --help' ;;\n",
    "    'doe predict')   _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --format=WORD --quiet --factors=LIST --noise=LIST --responses=L"
    "IST --block=NAME --words=LIST --random=LIST --rows=WORD --terms=LIST -"
    "-select=WORD --transform=WORD --better=NAME=WORD --target=NAME=VALUE -"
    "-minimum=NAME=VALUE --maximum=NAME=VALUE --importance=NAME=NUMBER --he"
    "lp' ;;\n",
    "    'doe optimise')  _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --jams=SHARE --deviations=NUMBER --pareto=NUMBER --format=WORD "
    "--quiet --factors=LIST --noise=LIST --responses=LIST --block=NAME --wo"
    "rds=LIST --random=LIST --rows=WORD --terms=LIST --select=WORD --transf"
    "orm=WORD --better=NAME=WORD --target=NAME=VALUE --minimum=NAME=VALUE -"
    "-maximum=NAME=VALUE --importance=NAME=NUMBER --help' ;;\n",
    "    'doe confirm')   _quire_line='STUDY.xml --directory=DIR --set=NAME"
    "=VALUE --runs=NUMBER --seed=NUMBER --format=WORD --workers=NUMBER --ti"
    "me-limit=TIME --memory-limit=SIZE --tries=NUMBER --grace=TIME --quiet "
    "--help' ;;\n",
    "    'doe tolerances') _quire_line='STUDY.xml --directory=DIR --set=NAM"
    "E=VALUE --response=NAME --yield=SHARE --format=WORD --quiet --help' ;;\n",
    "    'doe improve')   _quire_line='STUDY.xml --response=NAME --designs="
    "NUMBER --batch=NUMBER --stop=SHARE --jams=SHARE --format=WORD --worker"
    "s=NUMBER --time-limit=TIME --memory-limit=SIZE --tries=NUMBER --grace="
    "TIME --durability=WORD --quiet --help' ;;\n",
    "    'doe worker')    _quire_line='STUDY.xml --slice=K/N --directory=DI"
    "R --workers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries=NUMBE"
    "R --grace=TIME --quiet --help' ;;\n",
    "    'doe collect')   _quire_line='STUDY.xml --directory=DIR --extend -"
    "-quiet --help' ;;\n",
    "    'doe boundary')  _quire_line='STUDY.xml --set=NAME=VALUE --reach=N"
    "UMBER --resolution=NUMBER --runs=NUMBER --of=WORD --format=WORD --work"
    "ers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries=NUMBER --grac"
    "e=TIME --quiet --help' ;;\n",
    "    'doe probability') _quire_line='STUDY.xml --of=WORD --method=WORD "
    "--runs=NUMBER --seed=NUMBER --confidence=SHARE --set=NAME=VALUE --form"
    "at=WORD --workers=NUMBER --time-limit=TIME --memory-limit=SIZE --tries"
    "=NUMBER --grace=TIME --quiet --help' ;;\n",
    "    'doe windows')   _quire_line='STUDY.xml --directory=DIR --rate=SHA"
    "RE --confidence=SHARE --response=NAME --format=WORD --quiet --help' ;;\n",
    "    'doe submit')    _quire_line='STUDY.xml --directory=DIR --slurm --"
    "hosts=LIST --ssh=COMMAND --tasks=NUMBER --job-name=NAME --missing --dr"
    "y-run --sbatch=OPTION --workers=NUMBER --time-limit=TIME --quiet --hel"
    "p' ;;\n",
    "    *) _quire_line= ;;\n",
    "    esac\n",
    "}\n",
    "\n",
    "# words that an option takes\n",
    "_quire_words() {\n",
    "    case $2 in\n",
    "    --accuracy) echo fast standard fine ;;\n",
    "    --method)\n",
    "        case $1 in\n",
    "        'doe probability') echo auto importance subset ;;\n",
    "        *) echo velocity generic ;;\n",
    "        esac ;;\n",
    "    --vectors) echo own serial ;;\n",
    "    --motion) echo planar spatial ;;\n",
    "    --to) echo vtk csv svg strip ;;\n",
    "    --durability) echo full fast ;;\n",
    "    --of) echo checks jams ;;\n",
    "    --rows) echo independent repeatable ;;\n",
    "    --impact) echo mass= ;;\n",
    "    --format)\n",
    "        case $1 in\n",
    "        'doe export' | 'doe points') echo csv json ;;\n",
    "        'doe report' | 'doe analyse') echo html json ;;\n",
    "        *) echo text json ;;\n",
    "        esac ;;\n",
    "    esac\n",
    "}\n",
    "\n",
    "# parameters of the model or study among the WORDs of the line, or of "
    "the model in a folder of results\n",
    "_quire_parameters() { # WORD...\n",
    "    local word file\n",
    "    for word in \"$@\"; do\n",
    "        file=${word/#\\~\\//$HOME/}\n",
    "        test ! -f \"$file/model.xml\" || file=$file/model.xml\n",
    "        if [[ $file == *.xml && -f $file ]]; then\n",
    "            quire check --parameters \"$file\" 2>/dev/null | sed 's/ .*/"
    "/'\n",
    "            # of a study, or of a model that cannot be read yet\n",
    "            grep -oE '<(parameter|factor|noise) [^>]*' \"$file\" | sed -"
    "n -E 's/.* (name|parameter)=\"([^\"]*)\".*/\\2/p'\n",
    "        fi\n",
    "    done | sort -u\n",
    "}\n",
    "\n",
    "# elements and families; with one, its names\n",
    "_quire_kinds() {\n",
    "    if [[ -n $1 ]]; then\n",
    "        quire describe 2>/dev/null | sed -n \"s/^  $1 \\([a-z][a-z0-9-]*"
    "\\) .*/\\1/p\"\n",
    "    else\n",
    "        quire describe 2>/dev/null | sed -n 's/^  \\([a-z][a-z-]*\\) .*/"
    "\\1/p' | sort -u\n",
    "    fi\n",
    "}\n",
    "\n",
    "_quire_verbs='run check describe law fit import verify compare explain"
    " convert export report live doe calibrate new fmt upgrade completion h"
    "elp version'\n",
    "_quire_doe_verbs='plan points run status export report import analyse "
    "predict optimise confirm tolerances improve worker collect boundary pr"
    "obability windows submit'\n",
    "\n",
    "# what may stand for MODEL.xml, DIR, PARAMETER and so on\n",
    "_quire_values() { # VERB OPTION SORT\n",
    "    case $3 in\n",
    "    *.xml) _files -g '*.xml' ;;\n",
    "    *.csv) _files -g '*.csv' ;;\n",
    "    DIR | DIR1) _files -/ ;;\n",
    "    FILE) _files ;;\n",
    "    KIND) compadd -- $(_quire_kinds) ;;\n",
    "    PARAMETER) compadd -- $(_quire_parameters \"${words[@]:1}\") ;;\n",
    "    NAME=VALUE) compadd -S = -- $(_quire_parameters \"${words[@]:1}\") ;"
    ";\n",
    "    NAME)\n",
    "        case $1 in\n",
    "        law | fit) compadd -- $(_quire_kinds normal) $(_quire_kinds fr"
    "iction) ;;\n",
    "        esac ;;\n",
    "    TOPIC) compadd -- ${=_quire_verbs} $(_quire_kinds) ;;\n",
    "    *) compadd -- $(_quire_words \"$1\" \"$2\") ;;\n",
    "    esac\n",
    "}\n",
    "\n",
    "_quire() {\n",
    "    local verb=${words[2]} first=3 option= word _quire_line\n",
    "    if ((CURRENT == 2)); then\n",
    "        compadd -- ${=_quire_verbs} --help --version\n",
    "        return\n",
    "    fi\n",
    "    if [[ $verb == doe ]]; then\n",
    "        if ((CURRENT == 3)); then\n",
    "            compadd -- ${=_quire_doe_verbs} --help\n",
    "            return\n",
    "        fi\n",
    "        verb=\"doe ${words[3]}\" first=4\n",
    "    fi\n",
    "    _quire_table \"$verb\"\n",
    "    if [[ $PREFIX == --*=* ]]; then\n",
    "        option=${PREFIX%%=*}\n",
    "        compset -P 1 '*='\n",
    "    elif ((CURRENT > first)) && [[ ${words[CURRENT - 1]} == -* ]]; the"
    "n\n",
    "        option=${words[CURRENT - 1]}\n",
    "    fi\n",
    "    case $option in\n",
    "    -s) option=--set ;;\n",
    "    -o) option=--output ;;\n",
    "    esac\n",
    "    for word in ${=_quire_line}; do\n",
    "        if [[ -n $option && $word == \"$option=\"* ]]; then\n",
    "            _quire_values \"$verb\" \"$option\" \"${word#*=}\"\n",
    "            return\n",
    "        fi\n",
    "    done\n",
    "    if [[ $PREFIX == -* ]]; then\n",
    "        for word in ${=${_quire_line#* }}; do\n",
    "            if [[ $word == *=* ]]; then\n",
    "                compadd -S = -- \"${word%%=*}\"\n",
    "            else\n",
    "                compadd -- \"$word\"\n",
    "            fi\n",
    "        done\n",
    "        return\n",
    "    fi\n",
    "    word=${_quire_line%% *}\n",
    "    if [[ $word == KIND ]] && ((CURRENT == 4)); then\n",
    "        compadd -- $(_quire_kinds \"${words[3]}\")\n",
    "        return\n",
    "    fi\n",
    "    _quire_values \"$verb\" '' \"$word\"\n",
    "}\n",
    "\n",
    "_quire \"$@\"\n",
    NULL,
};

static const char *const fish[] = {
    "# Completion of quire's command lines for fish. The lines are made fro"
    "m the verbs' own help by make regen.\n",
    "\n",
    "# whether the line so far begins with these verbs\n",
    "function __quire_in\n",
    "    set -l words (commandline -opc)\n",
    "    set -e words[1]\n",
    "    test (count $words) -ge (count $argv); or return 1\n",
    "    for i in (seq (count $argv))\n",
    "        test \"$words[$i]\" = \"$argv[$i]\"; or return 1\n",
    "    end\n",
    "end\n",
    "\n",
    "# whether it is just that\n",
    "function __quire_is\n",
    "    test (count (commandline -opc)) -eq (math (count $argv) + 1); and "
    "__quire_in $argv\n",
    "end\n",
    "\n",
    "complete -c quire -n '__fish_use_subcommand' -f -a 'run check describe"
    " law fit import verify compare explain convert export report live doe "
    "calibrate new fmt upgrade completion help version'\n",
    "complete -c quire -n '__fish_use_subcommand' -s V -l version\n",
    "complete -c quire -n '__quire_is doe' -f -a 'plan points run status ex"
    "port report import analyse predict optimise confirm tolerances improve"
    " worker collect boundary probability windows submit'\n",
    "complete -c quire -n '__quire_in run' -l output -r\n",
    "complete -c quire -n '__quire_in run' -l set -r\n",
    "complete -c quire -n '__quire_in run' -l accuracy -r\n",
    "complete -c quire -n '__quire_in run' -l end -r\n",
    "complete -c quire -n '__quire_in run' -l sample -r\n",
    "complete -c quire -n '__quire_in run' -l position-tolerance -r\n",
    "complete -c quire -n '__quire_in run' -l method -r\n",
    "complete -c quire -n '__quire_in run' -l vectors -r\n",
    "complete -c quire -n '__quire_in run' -l motion -r\n",
    "complete -c quire -n '__quire_in run' -l columns -r\n",
    "complete -c quire -n '__quire_in run' -l threads -r\n",
    "complete -c quire -n '__quire_in run' -l error-bars\n",
    "complete -c quire -n '__quire_in run' -l time-limit -r\n",
    "complete -c quire -n '__quire_in run' -l format -r\n",
    "complete -c quire -n '__quire_in run' -l quiet\n",
    "complete -c quire -n '__quire_in run' -l force\n",
    "complete -c quire -n '__quire_in run' -l help\n",
    "complete -c quire -n '__quire_in check' -l set -r\n",
    "complete -c quire -n '__quire_in check' -l parameters\n",
    "complete -c quire -n '__quire_in check' -l resolved\n",
    "complete -c quire -n '__quire_in check' -l review\n",
    "complete -c quire -n '__quire_in check' -l format -r\n",
    "complete -c quire -n '__quire_in check' -l quiet\n",
    "complete -c quire -n '__quire_in check' -l help\n",
    "complete -c quire -n '__quire_in describe' -l search\n",
    "complete -c quire -n '__quire_in describe' -l schema\n",
    "complete -c quire -n '__quire_in describe' -l reference\n",
    "complete -c quire -n '__quire_in describe' -l help\n",
    "complete -c quire -n '__quire_in law' -l set -r\n",
    "complete -c quire -n '__quire_in law' -l points -r\n",
    "complete -c quire -n '__quire_in law' -l impact -r\n",
    "complete -c quire -n '__quire_in law' -l format -r\n",
    "complete -c quire -n '__quire_in law' -l help\n",
    "complete -c quire -n '__quire_in fit' -l law -r\n",
    "complete -c quire -n '__quire_in fit' -l set -r\n",
    "complete -c quire -n '__quire_in fit' -l free -r\n",
    "complete -c quire -n '__quire_in fit' -l mass -r\n",
    "complete -c quire -n '__quire_in fit' -l speed -r\n",
    "complete -c quire -n '__quire_in fit' -l restitution -r\n",
    "complete -c quire -n '__quire_in fit' -l sheets -r\n",
    "complete -c quire -n '__quire_in fit' -l area -r\n",
    "complete -c quire -n '__quire_in fit' -l unloaded -r\n",
    "complete -c quire -n '__quire_in fit' -l format -r\n",
    "complete -c quire -n '__quire_in fit' -l help\n",
    "complete -c quire -n '__quire_in import' -l output -r\n",
    "complete -c quire -n '__quire_in import' -l help\n",
    "complete -c quire -n '__quire_in verify' -l quiet\n",
    "complete -c quire -n '__quire_in verify' -l help\n",
    "complete -c quire -n '__quire_in compare' -l columns -r\n",
    "complete -c quire -n '__quire_in compare' -l tolerance -r\n",
    "complete -c quire -n '__quire_in compare' -l format -r\n",
    "complete -c quire -n '__quire_in compare' -l json\n",
    "complete -c quire -n '__quire_in compare' -l quiet\n",
    "complete -c quire -n '__quire_in compare' -l output -r\n",
    "complete -c quire -n '__quire_in compare' -l set -r\n",
    "complete -c quire -n '__quire_in compare' -l accuracy -r\n",
    "complete -c quire -n '__quire_in compare' -l end -r\n",
    "complete -c quire -n '__quire_in compare' -l sample -r\n",
    "complete -c quire -n '__quire_in compare' -l position-tolerance -r\n",
    "complete -c quire -n '__quire_in compare' -l method -r\n",
    "complete -c quire -n '__quire_in compare' -l vectors -r\n",
    "complete -c quire -n '__quire_in compare' -l time-limit -r\n",
    "complete -c quire -n '__quire_in compare' -l force\n",
    "complete -c quire -n '__quire_in compare' -l help\n",
    "complete -c quire -n '__quire_in explain' -l margin -r\n",
    "complete -c quire -n '__quire_in explain' -l low -r\n",
    "complete -c quire -n '__quire_in explain' -l high -r\n",
    "complete -c quire -n '__quire_in explain' -l why -r\n",
    "complete -c quire -n '__quire_in explain' -l runs -r\n",
    "complete -c quire -n '__quire_in explain' -l time-limit -r\n",
    "complete -c quire -n '__quire_in explain' -l format -r\n",
    "complete -c quire -n '__quire_in explain' -l help\n",
    "complete -c quire -n '__quire_in convert' -l to -r\n",
    "complete -c quire -n '__quire_in convert' -l output -r\n",
    "complete -c quire -n '__quire_in convert' -l quiet\n",
    "complete -c quire -n '__quire_in convert' -l help\n",
    "complete -c quire -n '__quire_in export' -l output -r\n",
    "complete -c quire -n '__quire_in export' -l to -r\n",
    "complete -c quire -n '__quire_in export' -l set -r\n",
    "complete -c quire -n '__quire_in export' -l quiet\n",
    "complete -c quire -n '__quire_in export' -l help\n",
    "complete -c quire -n '__quire_in report' -l output -r\n",
    "complete -c quire -n '__quire_in report' -l cures\n",
    "complete -c quire -n '__quire_in report' -l quiet\n",
    "complete -c quire -n '__quire_in report' -l help\n",
    "complete -c quire -n '__quire_in live' -l set -r\n",
    "complete -c quire -n '__quire_in live' -l port -r\n",
    "complete -c quire -n '__quire_in live' -l no-browser\n",
    "complete -c quire -n '__quire_in live' -l time-limit -r\n",
    "complete -c quire -n '__quire_in live' -l help\n",
    "complete -c quire -n '__quire_in doe' -l help\n",
    "complete -c quire -n '__quire_in calibrate' -l output -r\n",
    "complete -c quire -n '__quire_in calibrate' -l force\n",
    "complete -c quire -n '__quire_in calibrate' -l format -r\n",
    "complete -c quire -n '__quire_in calibrate' -l runs -r\n",
    "complete -c quire -n '__quire_in calibrate' -l starts -r\n",
    "complete -c quire -n '__quire_in calibrate' -l confidence -r\n",
    "complete -c quire -n '__quire_in calibrate' -l no-profile\n",
    "complete -c quire -n '__quire_in calibrate' -l no-advice\n",
    "complete -c quire -n '__quire_in calibrate' -l anyway\n",
    "complete -c quire -n '__quire_in calibrate' -l workers -r\n",
    "complete -c quire -n '__quire_in calibrate' -l time-limit -r\n",
    "complete -c quire -n '__quire_in calibrate' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in calibrate' -l tries -r\n",
    "complete -c quire -n '__quire_in calibrate' -l grace -r\n",
    "complete -c quire -n '__quire_in calibrate' -l quiet\n",
    "complete -c quire -n '__quire_in calibrate' -l help\n",
    "complete -c quire -n '__quire_in new' -l from -r\n",
    "complete -c quire -n '__quire_in new' -l list\n",
    "complete -c quire -n '__quire_in new' -l no-schema\n",
    "complete -c quire -n '__quire_in new' -l help\n",
    "complete -c quire -n '__quire_in fmt' -l check\n",
    "complete -c quire -n '__quire_in fmt' -l output -r\n",
    "complete -c quire -n '__quire_in fmt' -l quiet\n",
    "complete -c quire -n '__quire_in fmt' -l help\n",
    "complete -c quire -n '__quire_in upgrade' -l in-place\n",
    "complete -c quire -n '__quire_in upgrade' -l output -r\n",
    "complete -c quire -n '__quire_in upgrade' -l from -r\n",
    "complete -c quire -n '__quire_in upgrade' -l help\n",
    "complete -c quire -n '__quire_in completion' -l help\n",
    "complete -c quire -n '__quire_in help' -l help\n",
    "complete -c quire -n '__quire_in version' -l help\n",
    "complete -c quire -n '__quire_in doe plan' -l workers -r\n",
    "complete -c quire -n '__quire_in doe plan' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe plan' -l no-times\n",
    "complete -c quire -n '__quire_in doe plan' -l quiet\n",
    "complete -c quire -n '__quire_in doe plan' -l help\n",
    "complete -c quire -n '__quire_in doe points' -l output -r\n",
    "complete -c quire -n '__quire_in doe points' -l format -r\n",
    "complete -c quire -n '__quire_in doe points' -l force\n",
    "complete -c quire -n '__quire_in doe points' -l quiet\n",
    "complete -c quire -n '__quire_in doe points' -l help\n",
    "complete -c quire -n '__quire_in doe run' -l directory -r\n",
    "complete -c quire -n '__quire_in doe run' -l set -r\n",
    "complete -c quire -n '__quire_in doe run' -l workers -r\n",
    "complete -c quire -n '__quire_in doe run' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe run' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in doe run' -l tries -r\n",
    "complete -c quire -n '__quire_in doe run' -l grace -r\n",
    "complete -c quire -n '__quire_in doe run' -l extend\n",
    "complete -c quire -n '__quire_in doe run' -l retry\n",
    "complete -c quire -n '__quire_in doe run' -l durability -r\n",
    "complete -c quire -n '__quire_in doe run' -l quiet\n",
    "complete -c quire -n '__quire_in doe run' -l help\n",
    "complete -c quire -n '__quire_in doe status' -l directory -r\n",
    "complete -c quire -n '__quire_in doe status' -l failed\n",
    "complete -c quire -n '__quire_in doe status' -l run -r\n",
    "complete -c quire -n '__quire_in doe status' -l format -r\n",
    "complete -c quire -n '__quire_in doe status' -l quiet\n",
    "complete -c quire -n '__quire_in doe status' -l help\n",
    "complete -c quire -n '__quire_in doe export' -l directory -r\n",
    "complete -c quire -n '__quire_in doe export' -l output -r\n",
    "complete -c quire -n '__quire_in doe export' -l format -r\n",
    "complete -c quire -n '__quire_in doe export' -l force\n",
    "complete -c quire -n '__quire_in doe export' -l quiet\n",
    "complete -c quire -n '__quire_in doe export' -l help\n",
    "complete -c quire -n '__quire_in doe report' -l directory -r\n",
    "complete -c quire -n '__quire_in doe report' -l output -r\n",
    "complete -c quire -n '__quire_in doe report' -l format -r\n",
    "complete -c quire -n '__quire_in doe report' -l force\n",
    "complete -c quire -n '__quire_in doe report' -l quiet\n",
    "complete -c quire -n '__quire_in doe report' -l help\n",
    "complete -c quire -n '__quire_in doe import' -l directory -r\n",
    "complete -c quire -n '__quire_in doe import' -l force\n",
    "complete -c quire -n '__quire_in doe import' -l quiet\n",
    "complete -c quire -n '__quire_in doe import' -l help\n",
    "complete -c quire -n '__quire_in doe analyse' -l study -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l factors -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l noise -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l responses -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l block -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l words -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l random -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l rows -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l terms -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l select -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l transform -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l better -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l target -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l minimum -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l maximum -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l importance -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l indices\n",
    "complete -c quire -n '__quire_in doe analyse' -l output -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l format -r\n",
    "complete -c quire -n '__quire_in doe analyse' -l force\n",
    "complete -c quire -n '__quire_in doe analyse' -l quiet\n",
    "complete -c quire -n '__quire_in doe analyse' -l help\n",
    "complete -c quire -n '__quire_in doe predict' -l directory -r\n",
    "complete -c quire -n '__quire_in doe predict' -l set -r\n",
    "complete -c quire -n '__quire_in doe predict' -l format -r\n",
    "complete -c quire -n '__quire_in doe predict' -l quiet\n",
    "complete -c quire -n '__quire_in doe predict' -l factors -r\n",
    "complete -c quire -n '__quire_in doe predict' -l noise -r\n",
    "complete -c quire -n '__quire_in doe predict' -l responses -r\n",
    "complete -c quire -n '__quire_in doe predict' -l block -r\n",
    "complete -c quire -n '__quire_in doe predict' -l words -r\n",
    "complete -c quire -n '__quire_in doe predict' -l random -r\n",
    "complete -c quire -n '__quire_in doe predict' -l rows -r\n",
    "complete -c quire -n '__quire_in doe predict' -l terms -r\n",
    "complete -c quire -n '__quire_in doe predict' -l select -r\n",
    "complete -c quire -n '__quire_in doe predict' -l transform -r\n",
    "complete -c quire -n '__quire_in doe predict' -l better -r\n",
    "complete -c quire -n '__quire_in doe predict' -l target -r\n",
    "complete -c quire -n '__quire_in doe predict' -l minimum -r\n",
    "complete -c quire -n '__quire_in doe predict' -l maximum -r\n",
    "complete -c quire -n '__quire_in doe predict' -l importance -r\n",
    "complete -c quire -n '__quire_in doe predict' -l help\n",
    "complete -c quire -n '__quire_in doe optimise' -l directory -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l set -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l jams -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l deviations -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l pareto -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l format -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l quiet\n",
    "complete -c quire -n '__quire_in doe optimise' -l factors -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l noise -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l responses -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l block -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l words -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l random -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l rows -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l terms -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l select -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l transform -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l better -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l target -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l minimum -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l maximum -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l importance -r\n",
    "complete -c quire -n '__quire_in doe optimise' -l help\n",
    "complete -c quire -n '__quire_in doe confirm' -l directory -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l set -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l runs -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l seed -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l format -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l workers -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l tries -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l grace -r\n",
    "complete -c quire -n '__quire_in doe confirm' -l quiet\n",
    "complete -c quire -n '__quire_in doe confirm' -l help\n",
    "complete -c quire -n '__quire_in doe tolerances' -l directory -r\n",
    "complete -c quire -n '__quire_in doe tolerances' -l set -r\n",
    "complete -c quire -n '__quire_in doe tolerances' -l response -r\n",
    "complete -c quire -n '__quire_in doe tolerances' -l yield -r\n",
    "complete -c quire -n '__quire_in doe tolerances' -l format -r\n",
    "complete -c quire -n '__quire_in doe tolerances' -l quiet\n",
    "complete -c quire -n '__quire_in doe tolerances' -l help\n",
    "complete -c quire -n '__quire_in doe improve' -l response -r\n",
    "complete -c quire -n '__quire_in doe improve' -l designs -r\n",
    "complete -c quire -n '__quire_in doe improve' -l batch -r\n",
    "complete -c quire -n '__quire_in doe improve' -l stop -r\n",
    "complete -c quire -n '__quire_in doe improve' -l jams -r\n",
    "complete -c quire -n '__quire_in doe improve' -l format -r\n",
    "complete -c quire -n '__quire_in doe improve' -l workers -r\n",
    "complete -c quire -n '__quire_in doe improve' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe improve' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in doe improve' -l tries -r\n",
    "complete -c quire -n '__quire_in doe improve' -l grace -r\n",
    "complete -c quire -n '__quire_in doe improve' -l durability -r\n",
    "complete -c quire -n '__quire_in doe improve' -l quiet\n",
    "complete -c quire -n '__quire_in doe improve' -l help\n",
    "complete -c quire -n '__quire_in doe worker' -l slice -r\n",
    "complete -c quire -n '__quire_in doe worker' -l directory -r\n",
    "complete -c quire -n '__quire_in doe worker' -l workers -r\n",
    "complete -c quire -n '__quire_in doe worker' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe worker' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in doe worker' -l tries -r\n",
    "complete -c quire -n '__quire_in doe worker' -l grace -r\n",
    "complete -c quire -n '__quire_in doe worker' -l quiet\n",
    "complete -c quire -n '__quire_in doe worker' -l help\n",
    "complete -c quire -n '__quire_in doe collect' -l directory -r\n",
    "complete -c quire -n '__quire_in doe collect' -l extend\n",
    "complete -c quire -n '__quire_in doe collect' -l quiet\n",
    "complete -c quire -n '__quire_in doe collect' -l help\n",
    "complete -c quire -n '__quire_in doe boundary' -l set -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l reach -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l resolution -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l runs -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l of -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l format -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l workers -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l tries -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l grace -r\n",
    "complete -c quire -n '__quire_in doe boundary' -l quiet\n",
    "complete -c quire -n '__quire_in doe boundary' -l help\n",
    "complete -c quire -n '__quire_in doe probability' -l of -r\n",
    "complete -c quire -n '__quire_in doe probability' -l method -r\n",
    "complete -c quire -n '__quire_in doe probability' -l runs -r\n",
    "complete -c quire -n '__quire_in doe probability' -l seed -r\n",
    "complete -c quire -n '__quire_in doe probability' -l confidence -r\n",
    "complete -c quire -n '__quire_in doe probability' -l set -r\n",
    "complete -c quire -n '__quire_in doe probability' -l format -r\n",
    "complete -c quire -n '__quire_in doe probability' -l workers -r\n",
    "complete -c quire -n '__quire_in doe probability' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe probability' -l memory-limit -r\n",
    "complete -c quire -n '__quire_in doe probability' -l tries -r\n",
    "complete -c quire -n '__quire_in doe probability' -l grace -r\n",
    "complete -c quire -n '__quire_in doe probability' -l quiet\n",
    "complete -c quire -n '__quire_in doe probability' -l help\n",
    "complete -c quire -n '__quire_in doe windows' -l directory -r\n",
    "complete -c quire -n '__quire_in doe windows' -l rate -r\n",
    "complete -c quire -n '__quire_in doe windows' -l confidence -r\n",
    "complete -c quire -n '__quire_in doe windows' -l response -r\n",
    "complete -c quire -n '__quire_in doe windows' -l format -r\n",
    "complete -c quire -n '__quire_in doe windows' -l quiet\n",
    "complete -c quire -n '__quire_in doe windows' -l help\n",
    "complete -c quire -n '__quire_in doe submit' -l directory -r\n",
    "complete -c quire -n '__quire_in doe submit' -l slurm\n",
    "complete -c quire -n '__quire_in doe submit' -l hosts -r\n",
    "complete -c quire -n '__quire_in doe submit' -l ssh -r\n",
    "complete -c quire -n '__quire_in doe submit' -l tasks -r\n",
    "complete -c quire -n '__quire_in doe submit' -l job-name -r\n",
    "complete -c quire -n '__quire_in doe submit' -l missing\n",
    "complete -c quire -n '__quire_in doe submit' -l dry-run\n",
    "complete -c quire -n '__quire_in doe submit' -l sbatch -r\n",
    "complete -c quire -n '__quire_in doe submit' -l workers -r\n",
    "complete -c quire -n '__quire_in doe submit' -l time-limit -r\n",
    "complete -c quire -n '__quire_in doe submit' -l quiet\n",
    "complete -c quire -n '__quire_in doe submit' -l help\n",
    NULL,
};

const struct cli_completion cli_completions[] = {
    {"bash", bash},
    {"zsh", zsh},
    {"fish", fish},
    {NULL, NULL},
};
/* clang-format on */
